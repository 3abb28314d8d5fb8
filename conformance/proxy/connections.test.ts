import { describe, expect } from "vitest";
import { PROXY_TARGETS, useWire } from "./wire.ts";

describe.each(PROXY_TARGETS)("connections through the reverse proxy, on %s", (_, kind) => {
  const wire = useWire(kind);
  const { it } = wire;

  it("aborts the upstream request when the client disconnects", async () => {
    const socket = wire.connect();
    socket.write(wire.head("GET /endless HTTP/1.1"));
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
    await wire.origin.abortedRequests("/endless");
  });

  it("aborts the upstream request when the request body breaks off", async () => {
    const socket = wire.connect();
    socket.write(`${wire.head("POST /echo HTTP/1.1", "Content-Length: 1000")}half`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.destroy();
    await wire.origin.abortedRequests("/echo");
  });

  it("limits each client to its share of the upstream connections", async () => {
    const socket = wire.connect();
    socket.write(
      wire.head(
        "GET /endless?share HTTP/1.1",
        "fixture-upstream: narrow",
        "fixture-client: greedy",
      ),
    );
    await new Promise((resolve) => socket.once("data", resolve));
    const [greedy, other] = await Promise.all(
      ["greedy", "other"].map((client) =>
        wire.target.send({
          path: "/about",
          headers: { "fixture-upstream": "narrow", "fixture-client": client },
        }),
      ),
    );
    expect(greedy).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(greedy!.text).toMatch(/"code":"unavailable".*is busy/);
    expect(other!.status).toBe(200);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(
      (
        await wire.target.send({
          path: "/about",
          headers: { "fixture-upstream": "narrow", "fixture-client": "greedy" },
        })
      ).status,
    ).toBe(200);
  });

  it("queues requests over the connection limit", async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        wire.target.send({
          path: "/about",
          headers: { "fixture-upstream": "narrow", "fixture-client": "several" },
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  it("closes the connection when the origin stops sending", async () => {
    const socket = wire.connect();
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.write(
      wire.head(
        "GET /endless?idle HTTP/1.1",
        "fixture-upstream: narrow",
        "fixture-client: patient",
      ),
    );
    await new Promise((resolve) => socket.once("close", resolve));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
  });

  it("closes the connection when the client stops reading", async () => {
    const socket = wire.connect();
    socket.write(
      wire.head("GET /flood HTTP/1.1", "fixture-upstream: narrow", "fixture-client: asleep"),
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    await wire.origin.abortedRequests("/flood");
    socket.destroy();
  });
});
