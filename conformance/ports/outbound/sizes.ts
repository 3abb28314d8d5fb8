import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { startAllowedOrigin } from "./allowed-origin.ts";
import type { OutboundDriverCheck } from "./fixture.ts";
import { failureCode } from "./fixture.ts";

/** How much is taken in. */
export const sizeChecks: readonly OutboundDriverCheck[] = [
  {
    name: "refuses a body that says it is too large before reading it, and one that does not say while reading",
    async run(fixture) {
      const { site, origin } = await startAllowedOrigin(fixture, (path) => ({
        ...(path === "/said" ? { headers: { "content-length": "1001" } } : {}),
        body: "x".repeat(1_001),
      }));
      assert.equal(
        await failureCode(site.fetch(`${origin}/said`, { maxBytes: 1_000 })),
        "too_large",
      );
      const response = await site.fetch(`${origin}/unsaid`, { maxBytes: 1_000 });
      assert.equal(await failureCode(response.bytes()), "too_large");
      assert.equal(
        (await (await site.fetch(`${origin}/said`, { maxBytes: 1_001 })).bytes()).byteLength,
        1_001,
      );
    },
  },
  {
    name: "unpacks no bomb: a hundred megabytes in a few, or coded bytes without end, end at the limit",
    async run(fixture) {
      const mega = Buffer.alloc(1 << 20);
      const bombs: Record<string, [string, Buffer]> = {
        "/gzip": ["gzip", gzipSync(Buffer.alloc(100 << 20))],
        "/br": ["br", brotliCompressSync(Buffer.alloc(100 << 20), { params: { 1: 3 } })],
        "/deflate": ["deflate", deflateSync(Buffer.alloc(100 << 20))],
      };
      const { site, origin } = await startAllowedOrigin(fixture, (path) => ({
        headers: { "content-encoding": bombs[path]![0] },
        body: bombs[path]![1],
      }));
      for (const path of Object.keys(bombs)) {
        let read = 0;
        const response = await site.fetch(origin + path, { maxBytes: mega.byteLength });
        assert.equal(
          await failureCode(
            (async () => {
              for await (const piece of response.body) read += piece.byteLength;
            })(),
          ),
          "too_large",
          path,
        );
        assert.ok(read <= mega.byteLength, `${path}: ${read} bytes were handed out`);
      }
      // Empty stored blocks: a gzip stream that goes on and on and holds nothing.
      const block = Buffer.from("000000ffff".repeat(10_000), "hex");
      const endless = await fixture.rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
        socket.write(gzipSync("").subarray(0, 10));
        const more = () => {
          while (!socket.destroyed && socket.write(block));
        };
        socket.on("drain", more);
        more();
      });
      const second = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${endless.port}`] });
      assert.equal(
        await failureCode(
          second
            .fetch(`http://127.0.0.1:${endless.port}/`, { maxBytes: 1_000 })
            .then((response) => response.bytes()),
        ),
        "too_large",
      );
    },
  },
  {
    name: "refuses more than 32 KiB of headers, in one or in many, and headers without end",
    async run(fixture) {
      const many = Array.from(
        { length: 1_000 },
        (_none, index) => `x-${index}: ${"a".repeat(60)}`,
      ).join("\r\n");
      const heads = [`x: ${"a".repeat(40_000)}`, many];
      for (const head of heads) {
        const server = await fixture.rawServer(
          `HTTP/1.1 200 OK\r\n${head}\r\nContent-Length: 0\r\n\r\n`,
        );
        assert.equal(
          await failureCode(
            fixture
              .outbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] })
              .fetch(`http://127.0.0.1:${server.port}/`),
          ),
          "too_large",
        );
      }
      const endless = await fixture.rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const line = `x: ${"a".repeat(8_000)}\r\n`;
        const more = () => {
          while (!socket.destroyed && socket.write(line));
        };
        socket.on("drain", more);
        more();
      });
      assert.equal(
        await failureCode(
          fixture
            .outbound({ allowedOrigins: [`http://127.0.0.1:${endless.port}`] })
            .fetch(`http://127.0.0.1:${endless.port}/`),
        ),
        "too_large",
      );
    },
  },
];
