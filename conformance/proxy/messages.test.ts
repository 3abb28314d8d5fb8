import { describe, expect } from "vitest";
import { PROXY_TARGETS, useWire } from "./wire.ts";

/** Requests whose length is ambiguous: name, headers and body. */
const AMBIGUOUS_REQUESTS = [
  ["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: 50"], "0\r\n\r\n"],
  ["two lengths", ["Content-Length: 0", "Content-Length: 40"], ""],
  ["a length with a sign", ["Content-Length: +5"], "hello"],
  ["a list of lengths", ["Content-Length: 5, 6"], "hello"],
  ["an unknown coding", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
  [
    "a coding with a space before the colon",
    ["Transfer-Encoding : chunked", "Content-Length: 4"],
    "0\r\n\r\n",
  ],
  ["a coding twice", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"],
] as const;

/** Headers in which a client could claim another address or host. */
const FORGED_HEADERS = [
  ...["X-Forwarded-For", "X_Forwarded_For", "Forwarded", "X-Forwarded", "Forwarded-For"],
  ...["X-Original-Forwarded-For", "X-Vercel-Forwarded-For", "X-Real-IP", "X-ProxyUser-Ip"],
  ...["Client-IP", "X-Client-IP", "True-Client-IP", "Fastly-Client-IP", "X-Cluster-Client-IP"],
  ...["CF-Connecting-IP", "CF-Connecting-IPv6", "CF-Pseudo-IPv4", "Fly-Client-IP"],
  ...["X-NF-Client-Connection-IP", "X-AppEngine-User-IP", "X-Azure-ClientIP", "X-Azure-SocketIP"],
  ...["X-Originating-IP", "X-Remote-IP", "X_Remote_IP", "X-Remote-Addr", "Remote-Addr"],
  ...["WL-Proxy-Client-IP", "Proxy-Client-IP", "X-Envoy-External-Address"],
  ...["CloudFront-Viewer-Address", "X-Source-IP", "Ali-CDN-Real-IP", "Incap-Client-IP"],
  ...["X-Sucuri-ClientIP", "X-Original-Host", "X-Host", "Proxy"],
];

describe.each(PROXY_TARGETS)("messages through the reverse proxy, on %s", (_, kind) => {
  const wire = useWire(kind);
  const { it } = wire;

  it("forwards a chunked body to the origin", async () => {
    const text = await wire.exchange(
      `${wire.head("POST /echo HTTP/1.1", "Transfer-Encoding: chunked", "Connection: close")}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain('"length":11');
  });

  it("handles Expect: 100-continue", async () => {
    const text = await wire.exchange(
      `${wire.head("POST /echo HTTP/1.1", "Content-Length: 5", "Expect: 100-continue", "Connection: close")}hello`,
    );
    expect(text).toContain('"length":5');
    expect(text).not.toMatch(/"expect"/);
  });

  for (const [name, headers, body] of AMBIGUOUS_REQUESTS) {
    it(`never forwards an ambiguous request: ${name}`, async () => {
      const before = wire.origin.requests("/smuggled");
      const request = wire.head("POST /echo HTTP/1.1", ...headers) + body;
      await wire.exchange(request + wire.head("GET /smuggled HTTP/1.1"), 700);
      expect(wire.origin.requests("/smuggled")).toBe(before);
    });
  }

  it("never forwards Content-Length without its body, because that could smuggle a request", async () => {
    const smuggled = wire.head("GET /smuggled HTTP/1.1");
    const before = wire.origin.requests("/smuggled");
    const responses = await wire.exchange(
      `${wire.head("GET /about HTTP/1.1", `Content-Length: ${smuggled.length}`)}${smuggled}${wire.head("GET /about HTTP/1.1", "Connection: close")}`,
      1500,
    );
    expect(responses).toMatch(/^HTTP\/1\.1 (200|501) /);
    expect((await wire.target.send({ path: "/about" })).text).toMatch(/since before agents/);
    expect(wire.origin.requests("/smuggled")).toBe(before);
  });

  it("removes forged client addresses, and Proxy", async () => {
    const text = await wire.exchange(
      wire.head(
        "GET /echo HTTP/1.1",
        ...FORGED_HEADERS.map((name) => `${name}: forged-${name}`),
        "X-Membership: kept",
        "Tip: kept",
        "Connection: close",
      ),
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*"x-forwarded-for":"(127\.0\.0\.1|::1)"/);
    expect(text.match(/forged-[\w-]+/g)).toBeNull();
    expect(text).toContain('"x-membership":"kept"');
    expect(text).toContain('"tip":"kept"');
  });

  it("keeps the connection open after a response without a body", async () => {
    const responses = await wire.exchange(wire.head("GET /reset HTTP/1.1"), 800);
    expect(responses).toMatch(/^HTTP\/1\.1 20[45] [\s\S]*\r\n\r\n$/);
    expect(responses).not.toContain("unexpected body");
    expect((await wire.target.send({ path: "/reset" })).text).toBe("");
  });

  it("forwards a compressed robots.txt unchanged", async () => {
    expect(
      await wire.target.send({
        path: "/robots.txt",
        headers: { "x-robots": "packed", "accept-encoding": "gzip" },
      }),
    ).toMatchObject({
      status: 200,
      headers: { "content-encoding": "gzip", "fixture-from-upstream": "1" },
    });
  });

  it("rejects CONNECT", async () => {
    const text = await wire.exchange(
      "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n",
      1000,
    );
    expect(text).not.toMatch(/^HTTP\/1\.1 (2|500)/);
  });

  it("rejects a body that is too large, with Content-Length or in chunks", async () => {
    const announced = await wire.exchange(
      `${wire.head("POST /echo HTTP/1.1", "fixture-upstream: narrow", "Content-Length: 1001", "Connection: close")}${"x".repeat(1001)}`,
    );
    const chunked = await wire.exchange(
      `${wire.head("POST /echo HTTP/1.1", "fixture-upstream: narrow", "Transfer-Encoding: chunked", "Connection: close")}${"1f4\r\n".concat("x".repeat(500), "\r\n").repeat(3)}0\r\n\r\n`,
    );
    for (const text of [announced, chunked])
      expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/);
  });

  it("breaks off when the origin does, so that a client never takes a partial body for complete", async () => {
    const text = await wire.exchange(wire.head("GET /breaks HTTP/1.1"), 4000);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect((await wire.target.send({ path: "/about" })).status).toBe(200);
  });
});
