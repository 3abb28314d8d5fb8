import assert from "node:assert/strict";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { startAllowedOrigin } from "./allowed-origin.ts";
import type { OutboundDriverCheck } from "./fixture.ts";
import { failureCode, pause } from "./fixture.ts";

/** What an answer's body may be, and how it is read. */
export const bodyChecks: readonly OutboundDriverCheck[] = [
  {
    name: "decodes gzip, br and both kinds of deflate, and drops the headers that are no longer true",
    async run(fixture) {
      const text = "é and a long, long line. ".repeat(4_000);
      const coded: Record<string, [string, Buffer]> = {
        "/gzip": ["gzip", gzipSync(text)],
        "/x-gzip": ["X-GZIP", gzipSync(text)],
        "/br": ["br", brotliCompressSync(text)],
        "/deflate": ["deflate", deflateSync(text)],
        "/raw": ["deflate", deflateRawSync(text)],
        "/identity": ["identity", Buffer.from(text)],
      };
      const { site, origin } = await startAllowedOrigin(fixture, (path) => ({
        headers: { "content-encoding": coded[path]![0] },
        body: coded[path]![1],
      }));
      for (const path of Object.keys(coded)) {
        const response = await site.fetch(origin + path);
        assert.equal(
          response.headers.get("content-encoding"),
          path === "/identity" ? "identity" : null,
        );
        assert.equal(await response.text(), text, path);
      }
    },
  },
  {
    name: "refuses a coding that was not asked for, and a coded body that is broken or cut short",
    async run(fixture) {
      const whole = gzipSync("x".repeat(100_000));
      const bodies: Record<string, [string, Buffer]> = {
        "/zstd": ["zstd", whole],
        "/two": ["gzip, gzip", whole],
        "/cut": ["gzip", whole.subarray(0, -20)],
        "/noise": ["gzip", Buffer.from("not gzip at all")],
        "/br": ["br", Buffer.from("not brotli at all, not at all")],
        "/deflate": ["deflate", Buffer.from("not deflate at all")],
      };
      const { site, origin } = await startAllowedOrigin(fixture, (path) => ({
        headers: { "content-encoding": bodies[path]![0] },
        body: bodies[path]![1],
      }));
      for (const path of Object.keys(bodies))
        assert.equal(
          await failureCode(site.fetch(origin + path).then((response) => response.bytes())),
          "bad_answer",
          path,
        );
    },
  },
  {
    name: "gives an empty body for HEAD, 204, 304 and an empty coded one, and needs nobody to read it",
    async run(fixture) {
      const { site, origin, server } = await startAllowedOrigin(fixture, (path) => ({
        status: Number(path.slice(1, 4)),
        headers: {
          "content-encoding": "gzip",
          ...(path.endsWith("full") ? { "content-length": "99999999" } : {}),
        },
        body: "",
      }));
      for (const [method, status] of [
        ["HEAD", "200full"],
        ["GET", "204"],
        ["GET", "304"],
        ["GET", "200"],
      ] as const) {
        const response = await site.fetch(`${origin}/${status}`, { method });
        assert.deepEqual(
          [response.status, (await response.bytes()).byteLength],
          [Number.parseInt(status), 0],
        );
        await site.fetch(`${origin}/${status}`, { method });
        await pause(20);
      }
      assert.equal(server.connections(), 1);
    },
  },
  {
    name: "refuses what is not HTTP, switches protocols, closes without an answer or ends early",
    async run(fixture) {
      const rawResponses: [string, boolean][] = [
        ["SSH-2.0-OpenSSH_9.2\r\n", false],
        ["", false],
        ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", false],
        ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", true],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n", true],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc", true],
      ];
      for (const [rawResponse, hasHead] of rawResponses) {
        const server = await fixture.rawServer(rawResponse);
        const site = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] });
        const fetched = site.fetch(`http://127.0.0.1:${server.port}/`, { timeoutMs: 3_000 });
        assert.equal(
          await failureCode(hasHead ? fetched.then((response) => response.bytes()) : fetched),
          "bad_answer",
          JSON.stringify(rawResponse),
        );
      }
    },
  },
  {
    name: "gives the body once, as a stream or whole, and closes the connection when the stream is canceled",
    async run(fixture) {
      const { site, origin, server } = await startAllowedOrigin(fixture, () => ({
        body: "\ufeffsome text",
      }));
      const whole = await site.fetch(`${origin}/`);
      assert.equal(await whole.text(), "some text");
      await assert.rejects(whole.bytes(), TypeError);
      const streamed = await site.fetch(`${origin}/`);
      assert.equal(await new Response(streamed.body).text(), "some text");
      await assert.rejects(streamed.text(), TypeError);
      const handed = await site.fetch(`${origin}/`);
      assert.ok(handed.body instanceof ReadableStream);
      assert.equal((await handed.bytes()).byteLength, 12);
      const big = await startAllowedOrigin(fixture, () => ({ body: "x".repeat(4 << 20) }));
      const canceled = await big.site.fetch(`${big.origin}/`);
      const reader = canceled.body.getReader();
      await reader.read();
      await reader.cancel();
      await pause(50);
      assert.deepEqual([server.openConnections() <= 1, big.server.openConnections()], [true, 0]);
    },
  },
];
