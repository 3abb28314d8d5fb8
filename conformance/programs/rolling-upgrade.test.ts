import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { migrations } from "../../adapters/storage/migrations/index.ts";
import { pgbouncerSkipReason, startPgbouncer } from "../fixtures/pgbouncer.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

const PROJECT = join(import.meta.dirname, "../..");
/** The last commit of an earlier version that stored data in another schema. */
const OLD = { commit: "3940b86b", schema: 12 };
const CHECKOUTS = "/agent/commerce/checkouts";

const findCommit = () =>
  spawnSync("git", ["cat-file", "-e", `${OLD.commit}^{commit}`], { cwd: PROJECT }).status === 0;
const skipReason = postgresSkipReason() ?? (findCommit() ? undefined : "the clone has no history");

/** How the processes reach the database. */
const WAYS = [
  { way: "directly", skipReason, isPooled: false },
  {
    way: "through PgBouncer in transaction mode",
    skipReason: skipReason ?? pgbouncerSkipReason(),
    isPooled: true,
  },
];

/** A version that serves, with the addresses of its services. */
interface Version {
  readonly program: RuntimeProcess;
  readonly site: string;
  readonly platform: string;
}

describe.each(WAYS)("a rolling upgrade, connected $way", ({ skipReason, isPooled }) => {
  const base = join(tmpdir(), `jackfield-upgrade-${crypto.randomUUID()}`);
  const folders = { old: join(base, "old"), current: PROJECT };
  let database: Awaited<ReturnType<Awaited<ReturnType<typeof startPostgres>>["database"]>>;
  let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>> | undefined;
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  const running: RuntimeProcess[] = [];

  beforeAll(async () => {
    if (skipReason !== undefined) return;
    mkdirSync(folders.old, { recursive: true });
    const archive = execFileSync("git", ["archive", OLD.commit], {
      cwd: PROJECT,
      maxBuffer: 200_000_000,
    });
    execFileSync("tar", ["-x", "-C", folders.old], { input: archive });
    symlinkSync(join(PROJECT, "node_modules"), join(folders.old, "node_modules"));
    database = await (await startPostgres()).database();
    pgbouncer = isPooled ? await startPgbouncer(database.url) : undefined;
    upstream = await startUpstream(respondJson([{ id: 1 }]));
  });
  afterAll(async () => {
    for (const program of running) await program.stop("SIGKILL");
    await upstream?.close();
    await pgbouncer?.stop();
    await database?.drop();
    rmSync(base, { recursive: true, force: true });
  });

  const createEnv = () => ({
    ...process.env,
    DATABASE_URL: pgbouncer?.urlOf(database.url) ?? database.url,
    DATA_DIR: join(base, "data"),
    CATALOG_DIR: join(base, "catalog"),
    SECRETS_KEY: "01".repeat(32),
    OUTBOUND_ALLOW: upstream.origin,
    SITE_PORT: "0",
    PLATFORM: "on",
    PLATFORM_PORT: "0",
    LOG: "json",
    RATE_LIMIT: "off",
    RATE_LIMIT_KEYS: "off",
    // Compiling the catalog would download its packages.
    npm_config_registry: "http://127.0.0.1:9",
  });

  const run = (version: keyof typeof folders, args: readonly string[]) =>
    spawnSync("node", [join(folders[version], "adapters/start.ts"), ...args], {
      encoding: "utf8",
      env: createEnv(),
      timeout: 20_000,
    });

  async function start(version: keyof typeof folders): Promise<Version> {
    const program = await startOn("node", [join(folders[version], "adapters/start.ts")], {
      env: createEnv(),
    });
    running.push(program);
    const find = async (pattern: RegExp) =>
      (await program.waitFor(pattern)).replace(/^\D*(?=http)/, "");
    return {
      program,
      site: await find(/For agents\s+\S+(?=\/agent)/),
      platform: await find(/API\s+\S+(?=\/api\/v1)/),
    };
  }

  it("serves without errors while both versions use one database", async ({ skip }) => {
    if (skipReason !== undefined) skip(skipReason);
    const old = await start("old");
    const created = run("old", ["keys", "create", "--name", "a", "--permissions", "read,run"]);
    const headers = {
      authorization: `Bearer ${created.stdout.trim()}`,
      "content-type": "application/json",
    };
    const document = join(base, "notes.json");
    writeFileSync(document, JSON.stringify(createNotesDocument(upstream.origin)));
    expect(run("old", ["apps", "add", document, "--as", "notes"]).status).toBe(0);

    const targets = [old];
    const checkouts: string[] = [];
    const runs: string[] = [];
    const failures: string[] = [];
    const request = async (url: string, init: RequestInit): Promise<any> => {
      const response = await fetch(url, init);
      const body = await response.json();
      if (!response.ok) failures.push(`${response.status} ${url} ${JSON.stringify(body)}`);
      return body;
    };
    const post = (url: string, body: object) =>
      request(url, { method: "POST", headers, body: JSON.stringify(body) });
    /**
     * Creates with one version, and reads with another if there is one. Runs are stored a moment after
     * their response, so another process may not know them yet.
     */
    const work = async (round: number) => {
      const writer = targets[round % targets.length]!;
      const reader = targets[(round + 1) % targets.length]!;
      const [checkout, ran] = await Promise.all([
        post(writer.site + CHECKOUTS, { offer: "desk-monthly-subscription" }),
        post(`${writer.platform}/api/v1/tools/notes.list_notes/run`, { arguments: {} }),
      ]);
      checkouts.push(checkout.id);
      runs.push(ran.run);
      await Promise.all([
        request(`${reader.site}${CHECKOUTS}/${checkout.id}`, {}),
        request(`${writer.platform}/api/v1/runs/${ran.run}`, { headers }),
      ]);
    };
    let isLoading = true;
    let rounds = 0;
    const workers = Array.from({ length: 4 }, async () => {
      while (isLoading && failures.length < 5) await work(rounds++);
    });
    const afterRounds = async (count: number) => {
      const until = rounds + count;
      await expect
        .poll(() => rounds >= until || failures.length >= 5, { timeout: 30_000 })
        .toBe(true);
    };

    await afterRounds(40);
    // Migrates the database while the old version serves.
    const current = await start("current");
    targets.push(current);
    await afterRounds(80);
    // As a load balancer does before it stops a process.
    targets.splice(0, 1);
    await afterRounds(40);
    expect(await old.program.stop()).toBe(0);
    await afterRounds(40);
    isLoading = false;
    await Promise.all(workers);

    expect(failures).toEqual([]);
    expect(old.program.output() + current.program.output()).not.toContain('"level":"error"');
    expect([new Set(checkouts).size, new Set(runs).size]).toEqual([rounds, rounds]);
    for (const id of checkouts) {
      const found = await request(`${current.site}${CHECKOUTS}/${id}`, {});
      expect(found.id).toBe(id);
    }
    for (const id of runs) {
      const found = await request(`${current.platform}/api/v1/runs/${id}`, { headers });
      expect([found.run, found.status]).toEqual([id, "succeeded"]);
    }
    expect(failures).toEqual([]);

    const refused = run("old", []);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `A newer version of Jackfield has migrated this database to schema ${migrations.length}, but this version supports ${OLD.schema}. Start the newer version.`,
      ),
    ]);
    expect(await current.program.stop()).toBe(0);
  }, 120_000);
});

const createNotesDocument = (server: string) => ({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  servers: [{ url: server }],
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        summary: "List notes",
        responses: {
          200: { description: "Notes", content: { "application/json": { schema: {} } } },
        },
      },
    },
  },
});
