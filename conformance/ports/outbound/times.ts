import assert from "node:assert/strict";
import net from "node:net";
import { gzipSync } from "node:zlib";
import type { Reply } from "./own.ts";
import { own } from "./own.ts";
import type { Check } from "./rig.ts";
import { codeOf, pause } from "./rig.ts";

/** How long it takes, at most. */
export const times: readonly Check[] = [
  {
    name: "ends at its time limit, wherever it stands: resolving, connecting, waiting, reading, redirecting, or unread",
    async run(rig) {
      const replies: Record<string, Reply> = {
        "/slow": { body: "a", open: true },
        "/coded": {
          headers: { "content-encoding": "gzip" },
          body: gzipSync("a").subarray(0, 15),
          open: true,
        },
        "/loop": { status: 302, headers: { location: "/loop" }, wait: 40 },
      };
      const { site, origin, server } = await own(rig, (path) => replies[path]);
      const started = performance.now();
      assert.equal(
        await codeOf(
          rig
            .outbound({ resolve: () => new Promise(() => {}) })
            .fetch("http://site.test/", { timeoutMs: 100 }),
        ),
        "timeout",
      );
      assert.equal(
        await codeOf(
          rig
            .outbound({ resolve: async () => ["8.8.8.8"], dial: () => new net.Socket() })
            .fetch("http://site.test/", { timeoutMs: 100 }),
        ),
        "timeout",
      );
      assert.equal(await codeOf(site.fetch(`${origin}/silent`, { timeoutMs: 100 })), "timeout");
      assert.equal(
        await codeOf(
          site.fetch(`${origin}/slow`, { timeoutMs: 100 }).then((answer) => answer.bytes()),
        ),
        "timeout",
      );
      assert.equal(
        await codeOf(
          site.fetch(`${origin}/coded`, { timeoutMs: 100 }).then((answer) => answer.bytes()),
        ),
        "timeout",
      );
      assert.equal(
        await codeOf(site.fetch(`${origin}/loop`, { timeoutMs: 100, redirects: 1_000 })),
        "timeout",
      );
      const unread = await site.fetch(`${origin}/slow`, { timeoutMs: 100 });
      await pause(200);
      assert.equal(await codeOf(unread.bytes()), "timeout");
      assert.ok(performance.now() - started < 2_500);
      await pause(50);
      assert.equal(server.open(), 0);
    },
  },
  {
    name: "ends when its signal says so, before, while waiting and while reading, and closes the connection",
    async run(rig) {
      const { site, origin, server } = await own(rig, (path) =>
        path === "/silent" ? undefined : { body: "a", open: true },
      );
      assert.equal(
        await codeOf(site.fetch(`${origin}/slow`, { signal: AbortSignal.abort() })),
        "aborted",
      );
      let asked = 0;
      const named = rig.outbound({ resolve: async () => [`127.0.0.${(asked += 1)}`] });
      assert.equal(
        await codeOf(named.fetch("http://site.test/", { signal: AbortSignal.abort() })),
        "aborted",
      );
      assert.deepEqual([server.connections(), asked], [0, 0]);
      assert.equal(
        await codeOf(site.fetch(`${origin}/silent`, { signal: AbortSignal.timeout(50) })),
        "aborted",
      );
      const answer = await site.fetch(`${origin}/slow`, { signal: AbortSignal.timeout(100) });
      assert.equal(await codeOf(answer.text()), "aborted");
      const other = new AbortController();
      const streamed = await site.fetch(`${origin}/slow`, { signal: other.signal });
      const reader = streamed.body.getReader();
      assert.equal((await reader.read()).value?.byteLength, 1);
      other.abort();
      assert.equal(await codeOf(reader.read()), "aborted");
      await pause(50);
      assert.equal(server.open(), 0);
    },
  },
];
