import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, vi } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { describeOnRuntimes, runToEnd, START_FILE } from "../fixtures/program.ts";

// The test starts ten processes.
vi.setConfig({ testTimeout: 60_000 });

const base = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(base, { recursive: true }));

const CHECKOUTS = "/agent/commerce/checkouts";

/** Starts the site, and calls `use` with its URL. */
async function withSite(
  runtime: string,
  env: Record<string, string>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const site = await startOn(runtime, [START_FILE], {
    env: { SITE_PORT: "0", PLATFORM: "off", LOG: "off", ...env },
  });
  try {
    await use(site.url);
  } finally {
    await site.stop();
  }
}

describeOnRuntimes("backups", (runtime, test) => {
  test("are written while the program runs, and restored into both databases", async () => {
    const place = (name: string) => join(base, `${runtime}-${name}`);
    const env = { DATA_DIR: place("data"), DATABASE_URL: "", SECRETS_KEY: "" };
    const run = (args: string[], overrides: Record<string, string> = {}) => {
      const { status, out, error } = runToEnd(runtime, args, { ...env, ...overrides });
      expect(status, error).toBe(0);
      return out;
    };
    run(["keys", "create", "--name", "laptop", "--permissions", "read"]);
    let id = "";
    await withSite(runtime, env, async (url) => {
      const created = await fetch(url + CHECKOUTS, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ offer: "desk-monthly-subscription" }),
      });
      ({ id } = await created.json());
      expect(run(["backup", place("a.gz")])).toMatch(/^Wrote \d+ rows and 0 jobs to /);
    });
    run(["backup", "--keys", place("keys")]);

    const moves: Record<string, string>[] = [{ DATA_DIR: place("sqlite") }];
    const database = postgresSkipReason() ? undefined : await (await startPostgres()).database();
    if (database) moves.push({ DATA_DIR: place("postgres"), DATABASE_URL: database.url });
    for (const [index, target] of moves.entries()) {
      expect(run(["restore", place("a.gz")], target)).toMatch(/^Restored \d+ rows and 0 jobs /);
      run(["restore", "--keys", place("keys")], target);
      expect(run(["keys", "list"], target)).toContain("laptop");
      await withSite(runtime, { ...env, ...target }, async (url) => {
        const response = await fetch(`${url}${CHECKOUTS}/${id}`);
        expect([response.status, (await response.json()).id]).toEqual([200, id]);
      });
      expect(run(["backup", place(`again-${index}.gz`)], target)).toMatch(/^Wrote /);
    }
    await database?.drop();
  });
});
