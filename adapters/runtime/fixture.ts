/**
 * Serves a handler that exercises a runtime adapter. Prints its URL, then an event for each abort
 * and cancellation.
 */
import process from "node:process";
import type { Handler, HttpRequest, HttpResponse } from "../../core/site.ts";
import { serve } from "./serve.ts";

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const createResponse = (
  body: HttpResponse["body"],
  headers: HttpResponse["headers"] = {},
): HttpResponse => ({
  status: 200,
  headers: { ...headers },
  body,
});

const routes: Record<string, (request: HttpRequest) => HttpResponse | Promise<HttpResponse>> = {
  "/echo": async (request) =>
    createResponse(
      JSON.stringify({
        method: request.method,
        url: request.url,
        repeated: request.headers.get("X-Repeated"),
        peer: request.peerAddress?.(),
        missing: request.headers.get("x-missing"),
        body: new TextDecoder().decode(await request.bytes()),
      }),
    ),
  "/cookies": () => createResponse("ok", { "set-cookie": ["a=1", "b=2"] }),
  "/bytes": () => createResponse(new Uint8Array([0, 255, 1])),
  "/empty": () => ({ status: 204, headers: {}, body: null }),
  "/head": () => ({ status: 200, headers: { "content-length": "1234" }, body: null }),
  "/slow": async () => {
    await pause(400);
    return createResponse("done");
  },
  "/stream": () => createResponse(createStream(["one ", "two ", "three"])),
  "/body": async ({ body }) => {
    let length = 0;
    for await (const chunk of body ?? []) length += chunk.byteLength;
    return createResponse(String(length));
  },
  "/large": () =>
    createResponse(
      createStream(
        Array.from({ length: 400 }, () => "x".repeat(65_536)),
        0,
      ),
    ),
  "/refuse": () => ({ status: 413, headers: { connection: "close" }, body: "too large" }),
  "/leave": async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    console.log("client gone");
    return createResponse("");
  },
};

function createStream(parts: string[], milliseconds = 10): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      if (milliseconds > 0) await pause(milliseconds);
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(part));
    },
    cancel() {
      console.log("stream canceled");
    },
  });
}

const handler: Handler = async (request) =>
  (routes[new URL(request.url).pathname] ?? (() => createResponse("no such route")))(request);
const server = await serve(handler, {
  hostname: "127.0.0.1",
  port: Number(process.env["FIXTURE_PORT"] ?? 0),
  timeouts: JSON.parse(process.env["FIXTURE_TIMEOUTS"] ?? "{}"),
  ...(process.env["FIXTURE_MAX_CONNECTIONS"] && {
    maxConnections: Number(process.env["FIXTURE_MAX_CONNECTIONS"]),
  }),
}).catch((error) => {
  console.log(`failed ${(error as { code?: string }).code ?? String(error)}`);
  process.exit(1);
});
console.log(server.url);
process.on("SIGTERM", async () => {
  // Longer than any test: an idle connection that delays the shutdown fails its test.
  await server.close(600);
  console.log("closed");
  process.exit(0);
});
