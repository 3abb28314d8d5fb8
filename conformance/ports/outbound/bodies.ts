import assert from "node:assert/strict";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { check, failureCode, type OutboundCheck, pause, startAllowedOrigin } from "./fixture.ts";

export const bodyChecks: readonly OutboundCheck[] = [
  check(
    "decodes gzip, br and both kinds of deflate, and removes Content-Encoding",
    async (fixture) => {
      const text = "é and a long, long line. ".repeat(4_000);
      const encodedBodies: Record<string, [string, Buffer]> = {
        "/gzip": ["gzip", gzipSync(text)],
        "/x-gzip": ["X-GZIP", gzipSync(text)],
        "/br": ["br", brotliCompressSync(text)],
        "/deflate": ["deflate", deflateSync(text)],
        "/raw": ["deflate", deflateRawSync(text)],
        "/identity": ["identity", Buffer.from(text)],
      };
      const { outbound, origin } = await startAllowedOrigin(fixture, (path) => ({
        headers: { "content-encoding": encodedBodies[path]![0] },
        body: encodedBodies[path]![1],
      }));
      for (const path of Object.keys(encodedBodies)) {
        const response = await outbound.fetch(origin + path);
        assert.equal(
          response.headers.get("content-encoding"),
          path === "/identity" ? "identity" : null,
        );
        assert.equal(await response.text(), text, path);
      }
    },
  ),

  check(
    "rejects an unsupported encoding, and an encoded body that is invalid or truncated",
    async (fixture) => {
      const whole = gzipSync("x".repeat(100_000));
      const bodies: Record<string, [string, Buffer]> = {
        "/zstd": ["zstd", whole],
        "/two": ["gzip, gzip", whole],
        "/cut": ["gzip", whole.subarray(0, -20)],
        "/noise": ["gzip", Buffer.from("not gzip at all")],
        "/br": ["br", Buffer.from("not brotli at all, not at all")],
        "/deflate": ["deflate", Buffer.from("not deflate at all")],
      };
      const { outbound, origin } = await startAllowedOrigin(fixture, (path) => ({
        headers: { "content-encoding": bodies[path]![0] },
        body: bodies[path]![1],
      }));
      for (const path of Object.keys(bodies))
        assert.equal(
          await failureCode(outbound.fetch(origin + path).then((response) => response.bytes())),
          "bad_answer",
          path,
        );
    },
  ),

  check(
    "returns an empty body for HEAD, 204, 304 and an empty encoded body, and reuses the connection",
    async (fixture) => {
      const { outbound, origin, server } = await startAllowedOrigin(fixture, (path) => ({
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
        const response = await outbound.fetch(`${origin}/${status}`, { method });
        assert.deepEqual(
          [response.status, (await response.bytes()).byteLength],
          [Number(status.slice(0, 3)), 0],
        );
        await outbound.fetch(`${origin}/${status}`, { method });
        await pause(20);
      }
      assert.equal(server.connections(), 1);
    },
  ),

  check(
    "rejects invalid HTTP, protocol switches, missing responses and truncated bodies",
    async (fixture) => {
      const rawResponses: [response: string, hasValidHead: boolean][] = [
        ["SSH-2.0-OpenSSH_9.2\r\n", false],
        ["", false],
        ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", false],
        ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", true],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n", true],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc", true],
      ];
      for (const [rawResponse, hasValidHead] of rawResponses) {
        const server = await fixture.rawServer(rawResponse);
        const outbound = fixture.outbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] });
        const pendingResponse = outbound.fetch(`http://127.0.0.1:${server.port}/`, {
          timeoutMs: 3_000,
        });
        assert.equal(
          await failureCode(
            hasValidHead ? pendingResponse.then((response) => response.bytes()) : pendingResponse,
          ),
          "bad_answer",
          JSON.stringify(rawResponse),
        );
      }
    },
  ),

  check(
    "returns the body once, streamed or whole, and closes the connection on cancel",
    async (fixture) => {
      const { outbound, origin, server } = await startAllowedOrigin(fixture, () => ({
        body: "\ufeffsome text",
      }));
      const buffered = await outbound.fetch(`${origin}/`);
      assert.equal(await buffered.text(), "some text");
      await assert.rejects(buffered.bytes(), TypeError);
      const streamed = await outbound.fetch(`${origin}/`);
      assert.equal(await new Response(streamed.body).text(), "some text");
      await assert.rejects(streamed.text(), TypeError);
      const unread = await outbound.fetch(`${origin}/`);
      assert.ok(unread.body instanceof ReadableStream);
      assert.equal((await unread.bytes()).byteLength, 12);
      const big = await startAllowedOrigin(fixture, () => ({ body: "x".repeat(4 << 20) }));
      const canceled = await big.outbound.fetch(`${big.origin}/`);
      const reader = canceled.body.getReader();
      await reader.read();
      await reader.cancel();
      await pause(50);
      assert.deepEqual([server.openConnections() <= 1, big.server.openConnections()], [true, 0]);
    },
  ),
];

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
