import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startPostgres, whyNoPostgres } from "../../conformance/rig/postgres.ts";
import { runOn } from "../runtime/runtimes.ts";
import { openLimiter } from "./open.ts";
import { openReplays } from "./replays.ts";

const RATE = { quota: 20, windowSeconds: 3600, burst: 20 };
const START = join(import.meta.dirname, "../start.ts");
const whyNot = whyNoPostgres();

describe("openLimiter()", () => {
  test("counts in this process without a database", async () => {
    const [one, two] = [await openLimiter(RATE, undefined), await openLimiter(RATE, undefined)];
    expect([
      (await one.limiter.take("a", 1)).remaining,
      (await two.limiter.take("a", 1)).remaining,
    ]).toEqual([19, 19]);
    await one.close();
  });

  test("says what keeps it from the database, without the password", async () => {
    await expect(openLimiter(RATE, "postgres://user:hush@127.0.0.1:1/none")).rejects.toThrow(
      /^(?!.*hush).*127\.0\.0\.1/,
    );
  });

  test.skipIf(whyNot)(
    "has what may be used once used once, whoever is asked",
    async () => {
      const { url, drop } = await (await startPostgres()).database();
      const [one, two] = [(await openReplays(url))!, (await openReplays(url))!];
      expect([
        await one.replays.wasUsed("a"),
        await two.replays.wasUsed("a"),
        await two.replays.wasUsed("b"),
        await one.replays.wasUsed("b"),
      ]).toEqual([false, true, false, true]);
      await Promise.all([one.close(), two.close()]);
      await drop();
    },
    60_000,
  );

  test.skipIf(whyNot)(
    "gives programs with one database one count",
    async () => {
      const { url, drop } = await (await startPostgres()).database();
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      const env = { SITE_PORT: "0", LOG: "off", DATABASE_URL: url, RATE_LIMIT: "20/3600/20" };
      const programs = await Promise.all(
        [1, 2].map(() => runOn("node", [START], { cwd: folder, env })),
      );
      const left = [];
      for (const { url } of [...programs, ...programs])
        left.push(
          (await fetch(`${url}/agent/search?q=tape`)).headers.get("ratelimit")?.split(";")[1],
        );
      expect(left).toEqual(["r=19", "r=18", "r=17", "r=16"]);
      expect(await Promise.all(programs.map(({ stop }) => stop()))).toEqual([0, 0]);
      await drop();
      rmSync(folder, { recursive: true });
    },
    60_000,
  );
});
