import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { isInstalled, type RuntimeProcess, startOn } from "./start-on.ts";
import { createTestOn } from "./test-on.ts";

const FIXTURE = join(import.meta.dirname, "fixture.ts");

describe.each(["node", "bun", "deno"])("the %s adapter", (runtime) => {
  let fixture: RuntimeProcess;
  beforeAll(async () => {
    if (isInstalled(runtime)) fixture = await startOn(runtime, [FIXTURE]);
  });
  afterAll(() => fixture?.stop("SIGKILL"));

  const testOn = createTestOn(runtime);

  const sendRaw = (request: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(fixture.url).port), "127.0.0.1", () =>
        socket.write(request),
      );
      let response = "";
      socket.on("data", (chunk) => (response += chunk.toString()));
      socket.on("end", () => resolve(response));
      socket.on("error", reject);
      setTimeout(() => socket.destroy(new Error(`no end: ${response}`)), 5000).unref();
    });

  testOn("passes the method, absolute URL, peer address and body", async () => {
    const response = await fetch(`${fixture.url}/echo?a=%20b`, {
      method: "POST",
      body: "caf\u00e9",
    });
    expect(await response.json()).toEqual({
      method: "POST",
      url: `${fixture.url}/echo?a=%20b`,
      repeated: null,
      missing: null,
      peer: "127.0.0.1",
      body: "caf\u00e9",
    });
    expect(response.headers.get("content-length")).toMatch(/^\d+$/);
  });

  testOn("joins repeated headers", async () => {
    const response = await sendRaw(
      "GET /echo HTTP/1.1\r\nHost: a.example\r\nX-Repeated: 1\r\nX-Repeated: 2\r\nConnection: close\r\n\r\n",
    );
    expect(response).toContain('"repeated":"1, 2"');
    expect(response).toContain('"url":"http://a.example/echo"');
  });

  testOn("resolves dot segments in a path", async () => {
    const response = await sendRaw(
      "GET /a/../echo HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n",
    );
    expect(response).toContain('"url":"http://a.example/echo"');
  });

  testOn("sends several Set-Cookie headers", async () => {
    expect((await fetch(`${fixture.url}/cookies`)).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  testOn("sends bytes, streams and empty bodies", async () => {
    expect(new Uint8Array(await (await fetch(`${fixture.url}/bytes`)).arrayBuffer())).toEqual(
      new Uint8Array([0, 255, 1]),
    );
    expect(await (await fetch(`${fixture.url}/stream`)).text()).toBe("one two three");
    const empty = await fetch(`${fixture.url}/empty`);
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
  });

  testOn("answers HEAD with the Content-Length of GET", async () => {
    const response = await fetch(`${fixture.url}/head`, { method: "HEAD" });
    expect([response.headers.get("content-length"), await response.text()]).toEqual(["1234", ""]);
  });

  testOn("reads a chunked request body", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 10; index++) controller.enqueue(new Uint8Array(10_000));
        controller.close();
      },
    });
    const response = await fetch(`${fixture.url}/body`, {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    expect(await response.text()).toBe("100000");
  });

  testOn("aborts the signal when the client disconnects", async () => {
    const client = new AbortController();
    const pendingRequest = fetch(`${fixture.url}/leave`, { signal: client.signal }).catch(() => {});
    setTimeout(() => client.abort(), 100);
    await pendingRequest;
    await fixture.waitFor(/client gone/, 5);
  });

  testOn("keeps serving after clients disconnect during a response", async () => {
    for (let index = 0; index < 50; index++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(fixture.url).port), "127.0.0.1", () =>
          socket.write("GET /large HTTP/1.1\r\nHost: a.example\r\n\r\n"),
        );
        socket.once("data", () => socket.destroy());
        socket.once("close", () => resolve());
      });
    }
    expect((await fetch(`${fixture.url}/cookies`)).status).toBe(200);
  });

  testOn(
    "delivers an early 413 to a client that is still sending",
    async () => {
      const size = 3_000_000;
      const response = await sendRaw(
        `POST /refuse HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${"x".repeat(size)}`,
      );
      expect(response).toMatch(/^HTTP\/1.1 413 /);
    },
    { bun: "Bun sometimes closes the connection before the client has read the response" },
  );

  testOn("answers a body that ends early with 400, or closes the connection", async () => {
    const length = "Content-Length: 8\r\n\r\nhalf";
    const chunks = "Transfer-Encoding: chunked\r\n\r\n8\r\nhalf";
    for (const path of ["/echo", "/body"])
      for (const body of [length, chunks]) {
        const socket = connect({
          port: Number(new URL(fixture.url).port),
          host: "127.0.0.1",
          allowHalfOpen: true,
        });
        socket.write(`POST ${path} HTTP/1.1\r\nHost: a.example\r\n${body}`);
        await pause(100);
        socket.end();
        expect(await text(socket), path).toMatch(/^(HTTP\/1.1 400 |$)/);
      }
    expect((await fetch(`${fixture.url}/cookies`)).status).toBe(200);
  });

  testOn("rejects a request with several Host headers", async () => {
    for (const hosts of [
      "Host: a.example\r\nHost: b.example",
      "Host: a.example\r\nHost: a.example",
      "Host: a.example\r\nAccept: */*\r\nhost: b.example",
    ])
      expect(await sendRaw(`GET /echo HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 400 /,
      );
  });

  testOn("answers any Host header", async () => {
    const response = await sendRaw(
      "GET /echo HTTP/1.1\r\nHost: a:b:c\r\nConnection: close\r\n\r\n",
    );
    expect(response).toMatch(/^HTTP\/1.1 [245]\d\d /);
    expect((await fetch(`${fixture.url}/cookies`)).status).toBe(200);
  });

  testOn("reports a port in use", async () => {
    await expect(
      startOn(runtime, [FIXTURE], { env: { FIXTURE_PORT: new URL(fixture.url).port } }),
    ).rejects.toThrow("failed EADDRINUSE");
  });

  testOn("finishes requests in flight before it stops, and refuses new ones", async () => {
    const idle = connect(Number(new URL(fixture.url).port), "127.0.0.1");
    idle.on("error", () => {});
    const keptAlive = connect(Number(new URL(fixture.url).port), "127.0.0.1", () =>
      keptAlive.write("GET /cookies HTTP/1.1\r\nHost: a.example\r\n\r\n"),
    );
    await once(keptAlive, "data");
    const inFlight = fetch(`${fixture.url}/slow`).then((response) => response.text());
    const upload = connect(Number(new URL(fixture.url).port), "127.0.0.1", () =>
      upload.write("POST /body HTTP/1.1\r\nHost: a.example\r\nContent-Length: 8\r\n\r\nhalf"),
    );
    await pause(100);
    const ended = fixture.stop("SIGTERM");
    await pause(100);
    upload.write("half");
    expect(await text(upload)).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\n\D*8/s);
    await expect(fetch(`${fixture.url}/echo`)).rejects.toThrow();
    expect(await inFlight).toBe("done");
    expect(await ended).toBe(0);
    expect(fixture.output()).toContain("closed");
  });
});
