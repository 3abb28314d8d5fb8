import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { OutboundCheck } from "./fixture.ts";
import { check, failureCode } from "./fixture.ts";
import { startAllowedOrigin } from "./test-origin.ts";

export const sizeChecks: readonly OutboundCheck[] = [
  check(
    "rejects a body over the limit, before reading if Content-Length is known",
    async (fixture) => {
      const { outbound, origin } = await startAllowedOrigin(fixture, (path) => ({
        ...(path === "/known" ? { headers: { "content-length": "1001" } } : {}),
        body: "x".repeat(1_001),
      }));
      assert.equal(
        await failureCode(outbound.fetch(`${origin}/known`, { maxBytes: 1_000 })),
        "too_large",
      );
      const response = await outbound.fetch(`${origin}/unknown`, { maxBytes: 1_000 });
      assert.equal(await failureCode(response.bytes()), "too_large");
      assert.equal(
        (await (await outbound.fetch(`${origin}/known`, { maxBytes: 1_001 })).bytes()).byteLength,
        1_001,
      );
    },
  ),

  check(
    "stops decoding compression bombs and endless encoded bodies at the limit",
    async (fixture) => {
      const maxBytes = 1 << 20;
      const bombs: Record<string, [string, Buffer]> = {
        "/gzip": ["gzip", gzipSync(Buffer.alloc(100 << 20))],
        "/br": ["br", brotliCompressSync(Buffer.alloc(100 << 20), { params: { 1: 3 } })],
        "/deflate": ["deflate", deflateSync(Buffer.alloc(100 << 20))],
      };
      const { outbound, origin } = await startAllowedOrigin(fixture, (path) => ({
        headers: { "content-encoding": bombs[path]![0] },
        body: bombs[path]![1],
      }));
      for (const path of Object.keys(bombs)) {
        let readBytes = 0;
        const response = await outbound.fetch(origin + path, { maxBytes });
        assert.equal(
          await failureCode(
            (async () => {
              for await (const chunk of response.body) readBytes += chunk.byteLength;
            })(),
          ),
          "too_large",
          path,
        );
        assert.ok(readBytes <= maxBytes, `${path}: returned ${readBytes} bytes`);
      }
      // Empty stored blocks (RFC 1951, section 3.2.4): an endless gzip stream without content.
      const block = Buffer.from("000000ffff".repeat(10_000), "hex");
      const endless = await fixture.rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
        socket.write(gzipSync("").subarray(0, 10));
        const writeMore = () => {
          while (!socket.destroyed && socket.write(block));
        };
        socket.on("drain", writeMore);
        writeMore();
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
  ),

  check("rejects more than 32 KiB of headers, in one, in many or without end", async (fixture) => {
    const many = Array.from({ length: 1_000 }, (_, index) => `x-${index}: ${"a".repeat(60)}`).join(
      "\r\n",
    );
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
      const writeMore = () => {
        while (!socket.destroyed && socket.write(line));
      };
      socket.on("drain", writeMore);
      writeMore();
    });
    assert.equal(
      await failureCode(
        fixture
          .outbound({ allowedOrigins: [`http://127.0.0.1:${endless.port}`] })
          .fetch(`http://127.0.0.1:${endless.port}/`),
      ),
      "too_large",
    );
  }),
];
