import http from "node:http";
import https from "node:https";
import net, { createConnection } from "node:net";
import { json } from "node:stream/consumers";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRecorder, type Recorder } from "./recorder.ts";

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder({ ok: true });
});
afterEach(() => recorder.close());

const send = (module: typeof http | typeof https, url: string, body: string) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { "content-type": "text/plain", "X-Team": "a" };
    module.request(url, { method: "PUT", headers }, resolve).on("error", reject).end(body);
  });

describe("the recorder", () => {
  it("records what fetch sends, and answers it", async () => {
    const body = new URLSearchParams({ text: "a & b" });
    const response = await fetch("https://api.acme.io/v1/notes?draft=1", { method: "POST", body });
    expect(await response.json()).toEqual({ ok: true });
    expect(recorder.take()).toMatchObject([
      {
        method: "POST",
        url: "https://api.acme.io/v1/notes?draft=1",
        headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
        body: "text=a+%26+b",
      },
    ]);
    expect(recorder.take()).toEqual([]);
  });

  it.each([
    ["node:http", http, "http://acme.io:8080/a%2Fb"],
    ["node:https", https, "https://acme.io/a%2Fb"],
  ])("records what %s sends, and answers it", async (_, module, url) => {
    expect(await json(await send(module, url, "größer"))).toEqual({ ok: true });
    expect(recorder.take()).toMatchObject([
      { method: "PUT", url, headers: { "x-team": "a" }, body: "größer" },
    ]);
  });

  it("records requests of an agent and concurrent ones", async () => {
    const agent = new https.Agent({ keepAlive: true });
    const request = (path: string) =>
      new Promise<unknown>((resolve) => {
        https.get({ host: "acme.io", path, agent }, (response) => resolve(json(response)));
      });
    await Promise.all(["/a", "/b"].map(request));
    await request("/c");
    expect(recorder.take().map(({ url }) => url)).toEqual([
      "https://acme.io/a",
      "https://acme.io/b",
      "https://acme.io/c",
    ]);
  });

  it("records bytes that aren't UTF-8", async () => {
    await fetch("https://acme.io", { method: "POST", body: new Uint8Array([0xff, 0x41]) });
    expect(recorder.take()[0]!.body).toBe("\u00ffA");
  });

  it("throws when a client opens another connection", () => {
    const message = "A client opened a connection that bypasses the recorder.";
    expect(() => new net.Socket().connect(443, "acme.io")).toThrow(message);
    expect(() => new tls.TLSSocket(new net.Socket()).connect(443, "acme.io")).toThrow(message);
  });

  it("replaces functions that were imported by name", async () => {
    const socket = createConnection(443, "acme.io");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write("GET /raw HTTP/1.1\r\nhost: acme.io\r\n\r\n");
    await new Promise((resolve) => socket.once("data", resolve));
    expect(recorder.take()[0]!.url).toBe("http://acme.io/raw");
  });

  it("restores the network", async () => {
    const server = http.createServer((_, response) => response.end('"real"'));
    recorder.close();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as net.AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}`)).json()).toBe("real");
    expect(recorder.take()).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });
});
