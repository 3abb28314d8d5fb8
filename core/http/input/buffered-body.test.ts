import { expect, test } from "vitest";
import type { HttpRequest } from "../handler.ts";
import { bufferBody } from "./buffered-body.ts";

const createRequest = (body: BodyInit, headers: Record<string, string>): HttpRequest =>
  new Request("https://shop.example/", {
    method: "POST",
    body,
    duplex: "half",
    headers,
  } as RequestInit);
const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const CHUNKED = { "transfer-encoding": "chunked" };

test("keeps a buffered body readable, as bytes and as a stream", async () => {
  for (const headers of [{ "content-length": "5" }, CHUNKED]) {
    const buffered = bufferBody(createRequest("hello", headers));
    expect([text(await buffered.content()), text(await buffered.request.bytes())]).toEqual([
      "hello",
      "hello",
    ]);
    const streamed = bufferBody(createRequest("hello", headers));
    await streamed.content();
    expect(await new Response(streamed.request.body).text()).toBe("hello");
  }
});

test("leaves the body unread if content() isn't called", async () => {
  const buffered = bufferBody(createRequest("hello", { "content-length": "5" }));
  expect(text(await buffered.request.bytes())).toBe("hello");
});

test("streams a body over the limit completely without buffering it", async () => {
  const buffered = bufferBody(createRequest(new Blob(["ab".repeat(1_000_000)]).stream(), CHUNKED));
  expect(await buffered.content()).toBeUndefined();
  expect(await new Response(buffered.request.body).text()).toBe("ab".repeat(1_000_000));
});

test("returns a body over the limit as bytes after content()", async () => {
  const buffered = bufferBody(createRequest(new Blob(["ab".repeat(1_000_000)]).stream(), CHUNKED));
  await buffered.content();
  expect((await buffered.request.bytes()).byteLength).toBe(2_000_000);
});
