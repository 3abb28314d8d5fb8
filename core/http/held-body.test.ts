import { expect, test } from "vitest";
import type { Asked } from "./handler.ts";
import { holdBody } from "./held-body.ts";

const asked = (body: BodyInit, headers: Record<string, string>): Asked =>
  new Request("https://shop.example/", {
    method: "POST",
    body,
    duplex: "half",
    headers,
  } as RequestInit);
const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const CHUNKED = { "transfer-encoding": "chunked" };

test("a body that was looked at is there for whoever answers, whole or as a stream", async () => {
  for (const headers of [{ "content-length": "5" }, CHUNKED]) {
    const whole = holdBody(asked("hello", headers));
    expect([text(await whole.content()), text(await whole.asked.bytes())]).toEqual([
      "hello",
      "hello",
    ]);
    const streamed = holdBody(asked("hello", headers));
    await streamed.content();
    expect(await new Response(streamed.asked.body).text()).toBe("hello");
  }
});

test("a body that nobody looks at is left as it is", async () => {
  const held = holdBody(asked("hello", { "content-length": "5" }));
  expect(text(await held.asked.bytes())).toBe("hello");
});

test("one that is too much is not lost, though it is not held", async () => {
  const held = holdBody(asked(new Blob(["ab".repeat(1_000_000)]).stream(), CHUNKED));
  expect(await held.content()).toBeUndefined();
  expect(await new Response(held.asked.body).text()).toBe("ab".repeat(1_000_000));
});
