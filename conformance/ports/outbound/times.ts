import assert from "node:assert/strict";
import net from "node:net";
import { gzipSync } from "node:zlib";
import type { OriginReply } from "./allowed-origin.ts";
import { startAllowedOrigin } from "./allowed-origin.ts";
import type { OutboundDriverCheck } from "./fixture.ts";
import { failureCode, pause } from "./fixture.ts";

/** How long it takes, at most. */
export const timeoutChecks: readonly OutboundDriverCheck[] = [
  {
    name: "ends at its time limit, wherever it stands: resolving, connecting, waiting, reading, redirecting, or unread",
    async run(fixture) {
      const replies: Record<string, OriginReply> = {
        "/slow": { body: "a", open: true },
        "/coded": {
          headers: { "content-encoding": "gzip" },
          body: gzipSync("a").subarray(0, 15),
          open: true,
        },
        "/loop": { status: 302, headers: { location: "/loop" }, wait: 40 },
      };
      const { site, origin, server } = await startAllowedOrigin(fixture, (path) => replies[path]);
      const started = performance.now();
      assert.equal(
        await failureCode(
          fixture
            .outbound({ resolve: () => new Promise(() => {}) })
            .fetch("http://site.test/", { timeoutMs: 100 }),
        ),
        "timeout",
      );
      assert.equal(
        await failureCode(
          fixture
            .outbound({ resolve: async () => ["8.8.8.8"], dial: () => new net.Socket() })
            .fetch("http://site.test/", { timeoutMs: 100 }),
        ),
        "timeout",
      );
      assert.equal(
        await failureCode(site.fetch(`${origin}/silent`, { timeoutMs: 100 })),
        "timeout",
      );
      assert.equal(
        await failureCode(
          site.fetch(`${origin}/slow`, { timeoutMs: 100 }).then((response) => response.bytes()),
        ),
        "timeout",
      );
      assert.equal(
        await failureCode(
          site.fetch(`${origin}/coded`, { timeoutMs: 100 }).then((response) => response.bytes()),
        ),
        "timeout",
      );
      assert.equal(
        await failureCode(site.fetch(`${origin}/loop`, { timeoutMs: 100, redirects: 1_000 })),
        "timeout",
      );
      const unread = await site.fetch(`${origin}/slow`, { timeoutMs: 100 });
      await pause(200);
      assert.equal(await failureCode(unread.bytes()), "timeout");
      assert.ok(performance.now() - started < 2_500);
      await pause(50);
      assert.equal(server.openConnections(), 0);
    },
  },
  {
    name: "ends when its signal says so, before, while waiting and while reading, and closes the connection",
    async run(fixture) {
      const { site, origin, server } = await startAllowedOrigin(fixture, (path) =>
        path === "/silent" ? undefined : { body: "a", open: true },
      );
      assert.equal(
        await failureCode(site.fetch(`${origin}/slow`, { signal: AbortSignal.abort() })),
        "aborted",
      );
      let requestCount = 0;
      const named = fixture.outbound({ resolve: async () => [`127.0.0.${(requestCount += 1)}`] });
      assert.equal(
        await failureCode(named.fetch("http://site.test/", { signal: AbortSignal.abort() })),
        "aborted",
      );
      assert.deepEqual([server.connections(), requestCount], [0, 0]);
      assert.equal(
        await failureCode(site.fetch(`${origin}/silent`, { signal: AbortSignal.timeout(50) })),
        "aborted",
      );
      const response = await site.fetch(`${origin}/slow`, { signal: AbortSignal.timeout(100) });
      assert.equal(await failureCode(response.text()), "aborted");
      const other = new AbortController();
      const streamed = await site.fetch(`${origin}/slow`, { signal: other.signal });
      const reader = streamed.body.getReader();
      assert.equal((await reader.read()).value?.byteLength, 1);
      other.abort();
      assert.equal(await failureCode(reader.read()), "aborted");
      await pause(50);
      assert.equal(server.openConnections(), 0);
    },
  },
];
