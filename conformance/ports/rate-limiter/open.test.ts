import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openNonceStore } from "../../../adapters/rate-limit/nonce-store.ts";
import { openRateLimiter } from "../../../adapters/rate-limit/open.ts";
import { startOn } from "../../../adapters/runtime/start-on.ts";
import { postgresSkipReason, startPostgres } from "../../fixtures/postgres.ts";

const RATE = { quota: 20, windowSeconds: 3600, burst: 20 };
const START = join(import.meta.dirname, "../../../adapters/start.ts");
const skipReason = postgresSkipReason();

describe("openRateLimiter()", () => {
  test("counts in memory without a database", async () => {
    const [one, two] = [
      await openRateLimiter(RATE, undefined),
      await openRateLimiter(RATE, undefined),
    ];
    expect([
      (await one.limiter.take("a", 1)).remaining,
      (await two.limiter.take("a", 1)).remaining,
    ]).toEqual([19, 19]);
    await one.close();
  });

  test("explains a failed connection without the password", async () => {
    await expect(openRateLimiter(RATE, "postgres://user:hush@127.0.0.1:1/none")).rejects.toThrow(
      /^(?!.*hush).*127\.0\.0\.1/,
    );
  });

  test.skipIf(skipReason)(
    "shares nonces between processes",
    async () => {
      const { url, drop } = await (await startPostgres()).database();
      const [one, two] = [(await openNonceStore(url))!, (await openNonceStore(url))!];
      expect([
        await one.nonces.checkAndAdd("a"),
        await two.nonces.checkAndAdd("a"),
        await two.nonces.checkAndAdd("b"),
        await one.nonces.checkAndAdd("b"),
      ]).toEqual([false, true, false, true]);
      await Promise.all([one.close(), two.close()]);
      await drop();
    },
    60_000,
  );

  test.skipIf(skipReason)(
    "shares a client's count between processes with one database",
    async () => {
      const { url, drop } = await (await startPostgres()).database();
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      const env = { SITE_PORT: "0", LOG: "off", DATABASE_URL: url, RATE_LIMIT: "20/3600/20" };
      const programs = await Promise.all(
        [1, 2].map(() => startOn("node", [START], { cwd: folder, env })),
      );
      const remaining = [];
      for (const { url } of [...programs, ...programs])
        remaining.push(
          (await fetch(`${url}/agent/search?q=tape`)).headers.get("ratelimit")?.split(";")[1],
        );
      expect(remaining).toEqual(["r=19", "r=18", "r=17", "r=16"]);
      expect(await Promise.all(programs.map(({ stop }) => stop()))).toEqual([0, 0]);
      await drop();
      rmSync(folder, { recursive: true });
    },
    60_000,
  );
});
