/** Serves a handler whose answers show what a runtime's adapter does; prints its address, then what it notices. */
import process from "node:process";
import type { Answer, Asked, Handler } from "../../core/index.ts";
import { serve } from "./serve.ts";

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const plain = (body: Answer["body"], headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  headers: { ...headers },
  body,
});

const answers: Record<string, (asked: Asked) => Answer | Promise<Answer>> = {
  "/echo": async (asked) =>
    plain(
      JSON.stringify({
        method: asked.method,
        url: asked.url,
        repeated: asked.headers.get("X-Repeated"),
        peer: asked.peerAddress?.(),
        missing: asked.headers.get("x-missing"),
        body: new TextDecoder().decode(await asked.bytes()),
      }),
    ),
  "/cookies": () => plain("ok", { "set-cookie": ["a=1", "b=2"] }),
  "/bytes": () => plain(new Uint8Array([0, 255, 1])),
  "/empty": () => ({ status: 204, headers: {}, body: null }),
  "/head": () => ({ status: 200, headers: { "content-length": "1234" }, body: null }),
  "/slow": async () => {
    await pause(400);
    return plain("done");
  },
  "/stream": () => plain(streamOf(["one ", "two ", "three"])),
  "/body": async ({ body }) => {
    let length = 0;
    for await (const chunk of body!) length += chunk.byteLength;
    return plain(String(length));
  },
  "/large": () =>
    plain(
      streamOf(
        Array.from({ length: 400 }, () => "x".repeat(65_536)),
        0,
      ),
    ),
  "/refuse": () => ({ status: 413, headers: { connection: "close" }, body: "too large" }),
  "/leave": async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    console.log("client gone");
    return plain("");
  },
};

function streamOf(words: string[], milliseconds = 10): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      if (milliseconds > 0) await pause(milliseconds);
      const word = words.shift();
      if (word === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(word));
    },
    cancel() {
      console.log("stream canceled");
    },
  });
}

const handler: Handler = async (asked) =>
  (answers[new URL(asked.url).pathname] ?? (() => plain("no such answer")))(asked);
const serving = await serve(handler, {
  hostname: "127.0.0.1",
  port: Number(process.env["RIG_PORT"] ?? 0),
  patience: JSON.parse(process.env["RIG_PATIENCE"] ?? "{}"),
}).catch((error) => {
  console.log(`failed ${(error as { code?: string }).code ?? String(error)}`);
  process.exit(1);
});
console.log(serving.url);
process.on("SIGTERM", async () => {
  await serving.close(5);
  console.log("closed");
  process.exit(0);
});
