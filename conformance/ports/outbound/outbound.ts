import assert from "node:assert/strict";
import net from "node:net";
import { gzipSync } from "node:zlib";
import type { PortCheck } from "../port-check.ts";
import { bodyChecks, sizeChecks } from "./bodies.ts";
import { connectionChecks, poolChecks } from "./connections.ts";
import {
  check,
  failureCode,
  type OriginReply,
  type OutboundCheck,
  type OutboundFixture,
  pause,
  startAllowedOrigin,
} from "./fixture.ts";
import { redirectChecks } from "./redirects.ts";
import { allowedOriginChecks, refusalChecks } from "./refusals.ts";

export const timeoutChecks: readonly OutboundCheck[] = [
  check(
    "times out while resolving, connecting, waiting, redirecting or reading, even if nobody reads",
    async (fixture) => {
      const replies: Record<string, OriginReply> = {
        "/slow": { body: "a", open: true },
        "/encoded": {
          headers: { "content-encoding": "gzip" },
          body: gzipSync("a").subarray(0, 15),
          open: true,
        },
        "/loop": { status: 302, headers: { location: "/loop" }, wait: 40 },
      };
      const { outbound, origin, server } = await startAllowedOrigin(
        fixture,
        (path) => replies[path],
      );
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
        await failureCode(outbound.fetch(`${origin}/silent`, { timeoutMs: 100 })),
        "timeout",
      );
      assert.equal(
        await failureCode(
          outbound.fetch(`${origin}/slow`, { timeoutMs: 100 }).then((response) => response.bytes()),
        ),
        "timeout",
      );
      assert.equal(
        await failureCode(
          outbound
            .fetch(`${origin}/encoded`, { timeoutMs: 100 })
            .then((response) => response.bytes()),
        ),
        "timeout",
      );
      assert.equal(
        await failureCode(outbound.fetch(`${origin}/loop`, { timeoutMs: 100, redirects: 1_000 })),
        "timeout",
      );
      const unread = await outbound.fetch(`${origin}/slow`, { timeoutMs: 100 });
      await pause(200);
      assert.equal(await failureCode(unread.bytes()), "timeout");
      await pause(50);
      assert.equal(server.openConnections(), 0);
    },
  ),

  check(
    "aborts before sending, while waiting and while reading, and closes the connection",
    async (fixture) => {
      const { outbound, origin, server } = await startAllowedOrigin(fixture, (path) =>
        path === "/silent" ? undefined : { body: "a", open: true },
      );
      assert.equal(
        await failureCode(outbound.fetch(`${origin}/slow`, { signal: AbortSignal.abort() })),
        "aborted",
      );
      let lookupCount = 0;
      const resolving = fixture.outbound({
        async resolve() {
          lookupCount += 1;
          return ["127.0.0.1"];
        },
      });
      assert.equal(
        await failureCode(resolving.fetch("http://site.test/", { signal: AbortSignal.abort() })),
        "aborted",
      );
      assert.deepEqual([server.connections(), lookupCount], [0, 0]);
      assert.equal(
        await failureCode(outbound.fetch(`${origin}/silent`, { signal: AbortSignal.timeout(50) })),
        "aborted",
      );
      const response = await outbound.fetch(`${origin}/slow`, { signal: AbortSignal.timeout(100) });
      assert.equal(await failureCode(response.text()), "aborted");
      const controller = new AbortController();
      const streamed = await outbound.fetch(`${origin}/slow`, { signal: controller.signal });
      const reader = streamed.body.getReader();
      assert.equal((await reader.read()).value?.byteLength, 1);
      controller.abort();
      assert.equal(await failureCode(reader.read()), "aborted");
      await pause(50);
      assert.equal(server.openConnections(), 0);
    },
  ),
];

/** Checks that every implementation of `Outbound` must pass. They connect only to loopback. */
export const outboundSuite: readonly PortCheck<OutboundFixture>[] = [
  ...refusalChecks,
  ...redirectChecks,
  ...allowedOriginChecks,
  ...connectionChecks,
  ...poolChecks,
  ...bodyChecks,
  ...sizeChecks,
  ...timeoutChecks,
];
