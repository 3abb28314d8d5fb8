import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../core/site.ts";
import { createProcessMetrics, isLocalRequest } from "./metrics.ts";

const createRequest = (
  peer: string | undefined,
  url = "http://127.0.0.1:4100/metrics",
  headers = {},
) => ({ peerAddress: () => peer, url, headers: new Headers(headers) }) as unknown as HttpRequest;

describe("isLocalRequest()", () => {
  test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])("accepts the peer %s", (peer) =>
    expect(isLocalRequest(createRequest(peer))).toBe(true),
  );

  test.each(["10.0.0.1", "203.0.113.7", "::", "fe80::1", "", undefined])(
    "rejects the peer %s",
    (peer) => expect(isLocalRequest(createRequest(peer))).toBe(false),
  );

  test.each([
    ["forwarded", "for=1.1.1.1"],
    ["x-forwarded-for", "127.0.0.1"],
    ["x-real-ip", "1.1.1.1"],
    ["via", "1.1 a"],
  ])("rejects a request with the header %s", (name, value) => {
    expect(isLocalRequest(createRequest("127.0.0.1", undefined, { [name]: value }))).toBe(false);
  });

  test("rejects a request to the public host", () =>
    expect(isLocalRequest(createRequest("127.0.0.1", "https://shop.example/metrics"))).toBe(false));
});

test("createProcessMetrics() reads the memory, the start time and the runtime", () => {
  const { residentBytes, startedSeconds, runtime } = createProcessMetrics();
  expect(residentBytes()).toBeGreaterThan(1e7);
  expect(Date.now() / 1000 - startedSeconds).toBeGreaterThan(0);
  expect(runtime).toMatch(/^Node \d/);
});
