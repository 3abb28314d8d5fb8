import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import { isInstalled, type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { openDatabaseLink } from "../fixtures/database-link.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { runToEnd, START_FILE } from "../fixtures/program.ts";
import { DATABASE_KINDS } from "../ports/databases.ts";

const RUNTIME_NAMES = Object.keys(RUNTIMES).filter((name) => isInstalled(name));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts the demo shop with a database, which is a folder or a URL. */
async function startShop(runtime: string, location: string): Promise<RuntimeProcess> {
  const storage = URL.canParse(location) ? { DATABASE_URL: location } : { DATA_DIR: location };
  const shop = await startOn(runtime, [START_FILE], {
    env: { SITE_PORT: "0", LOG: "off", RATE_LIMIT: "off", ...storage },
  });
  closers.push(() => shop.stop("SIGKILL"));
  return shop;
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-faults-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const createCheckout = (url: string): Promise<Response> =>
  fetch(`${url}/agent/commerce/checkouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offer: "desk-monthly-subscription" }),
    signal: AbortSignal.timeout(20_000),
  });

const readStatus = async (url: string, path: string): Promise<number> =>
  (await fetch(url + path, { signal: AbortSignal.timeout(20_000) })).status;

/** Returns the IDs of checkouts that can't be read. */
async function findLost(url: string, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const id of ids)
    if ((await readStatus(url, `/agent/commerce/checkouts/${id}`)) !== 200) lost.push(id);
  return lost;
}

interface Load {
  /** The IDs of the checkouts that were confirmed. */
  readonly confirmed: readonly string[];
  readonly statuses: ReadonlySet<number>;
  /** Resolves when no request is in flight. */
  stop(): Promise<void>;
}

/** Creates checkouts with several clients until the load is stopped or the server is gone. */
function startLoad(url: string): Load {
  const confirmed: string[] = [];
  const statuses = new Set<number>();
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const response = await createCheckout(url);
      statuses.add(response.status);
      if (response.status === 201) confirmed.push(((await response.json()) as { id: string }).id);
      else await response.text();
    }
  };
  const ended = Promise.allSettled(Array.from({ length: 8 }, client));
  return {
    confirmed,
    statuses,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

describe.each(RUNTIME_NAMES)("a crash on %s", (runtime) => {
  it.for(DATABASE_KINDS)(
    "with kill -9 under load loses no confirmed checkout on $name",
    { timeout: 120_000 },
    async ({ skipReason, createLocation }, { skip }) => {
      if (skipReason) return skip(skipReason);
      const { location, remove } = await createLocation();
      closers.push(remove);
      const all: string[] = [];
      for (let crash = 0; crash < 3; crash++) {
        const shop = await startShop(runtime, location);
        const { confirmed, stop } = startLoad(shop.url);
        while (confirmed.length < 20) await pause(10);
        await shop.stop("SIGKILL");
        await stop();
        all.push(...confirmed);
      }
      const shop = await startShop(runtime, location);
      expect(all.length).toBeGreaterThanOrEqual(60);
      expect(await findLost(shop.url, all)).toEqual([]);
      expect((await createCheckout(shop.url)).status).toBe(201);
    },
  );
});

describe.each(RUNTIME_NAMES)("SIGTERM on %s", (runtime) => {
  it("answers a request whose body is still on its way, and exits with 0", async () => {
    const shop = await startShop(runtime, createFolder());
    const { hostname, port } = new URL(shop.url);
    const body = JSON.stringify({ offer: "desk-monthly-subscription" });
    const sent = request({
      hostname,
      port,
      agent: false,
      method: "POST",
      path: "/agent/commerce/checkouts",
      headers: { "content-type": "application/json", "content-length": body.length },
    });
    const received = once(sent, "response") as Promise<[IncomingMessage]>;
    sent.write(body.slice(0, 5));
    await pause(300);
    const exited = shop.stop("SIGTERM");
    await shop.waitFor(/Stopping/);
    sent.end(body.slice(5));
    const [response] = await received;
    expect([response.statusCode, JSON.parse(await text(response)).status]).toEqual([
      201,
      "requires_escalation",
    ]);
    expect(await exited).toBe(0);
  });
});

/** Starts the demo shop on Node in a shell with a limit, such as `ulimit -n 64`. */
async function startLimited(limit: string, folder: string) {
  const command = RUNTIMES["node"]!.command.join(" ");
  const child = spawn("sh", ["-c", `${limit}; exec ${command} ${START_FILE}`], {
    env: {
      ...process.env,
      SITE_PORT: "0",
      PLATFORM: "off",
      LOG: "off",
      RATE_LIMIT: "off",
      DATA_DIR: folder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  closers.push(() => child.kill("SIGKILL"));
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error(output)));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const match = /https?:\/\/127[\d.]+:\d+/.exec(output);
      if (match) resolve(match[0]);
    });
  });
  return { child, url };
}

describe("a process with 64 file descriptors", () => {
  it("serves again after a flood of 200 connections", { timeout: 120_000 }, async () => {
    const { child, url } = await startLimited("ulimit -n 64", createFolder());
    const { port } = new URL(url);
    const sockets = Array.from({ length: 200 }, () =>
      connect(Number(port), "127.0.0.1").on("error", () => {}),
    );
    await pause(1000);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => readStatus(url, "/healthz").catch(() => 0), POLL).toBe(200);
    await expect.poll(() => readStatus(url, "/agent/site.json").catch(() => 0), POLL).toBe(200);
    expect(child.exitCode).toBeNull();
  });
});

const POLL = { timeout: 20_000, interval: 200 };

/** Ways to run out of space. Each returns how to get space again. */
const FULL_DISKS = [
  {
    name: "a full file system",
    skipReason: process.platform === "linux" && process.getuid?.() === 0 ? undefined : "needs root",
    async fill() {
      const folder = createFolder();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
      closers.push(() => execFileSync("umount", ["-l", folder]));
      const shop = await startLimited("true", folder);
      const restore = () => execFileSync("mount", ["-o", "remount,size=64m", folder]);
      return { ...shop, restore };
    },
  },
  {
    name: "a file that reaches its size limit",
    skipReason: process.platform === "linux" ? undefined : "needs prlimit",
    async fill() {
      // Files can't grow above 3 MiB, so that the database gets no more space.
      const shop = await startLimited("ulimit -S -f 6144", createFolder());
      const restore = () =>
        execFileSync("prlimit", [`--pid=${shop.child.pid}`, "--fsize=unlimited:"]);
      return { ...shop, restore };
    },
  },
];

describe.each(FULL_DISKS)("$name", ({ skipReason, fill }) => {
  it.skipIf(skipReason)(
    `makes new checkouts answer 503 until there is space, and loses none${skipReason ? ` (skipped: ${skipReason})` : ""}`,
    { timeout: 120_000 },
    async () => {
      const { child, url, restore } = await fill();
      const confirmed: string[] = [];
      let response = await createCheckout(url);
      while (response.status === 201 && confirmed.length < 20_000) {
        confirmed.push(((await response.json()) as { id: string }).id);
        response = await createCheckout(url);
      }
      expect(confirmed.length).toBeGreaterThan(20);
      expect(response.status).toBe(503);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await readStatus(url, "/healthz")).toBe(200);
      expect(await readStatus(url, "/agent/site.json")).toBe(200);
      expect(await findLost(url, confirmed)).toEqual([]);

      restore();
      expect((await createCheckout(url)).status).toBe(201);
      expect(await findLost(url, confirmed)).toEqual([]);
      expect(child.exitCode).toBeNull();
    },
  );
});

describe("a damaged database file", () => {
  it("aborts startup with an explanation that names the file", async () => {
    const folder = createFolder();
    writeFileSync(join(folder, "jackfield.db"), "not a database ".repeat(1000));
    const { status, error } = runToEnd("node", [], {
      SITE_PORT: "0",
      LOG: "off",
      DATA_DIR: folder,
    });
    expect(status).toBe(1);
    expect(error).toContain(join(folder, "jackfield.db"));
    expect(error).not.toMatch(/^ {4}at /m);
  });
});

describe("a database that is cut off", () => {
  const skipReason = postgresSkipReason();
  it.skipIf(skipReason)(
    `makes checkouts answer 503, and pages and health stay available${skipReason ? ` (skipped: ${skipReason})` : ""}`,
    { timeout: 120_000 },
    async () => {
      const { url: databaseUrl, drop } = await (await startPostgres()).database();
      closers.push(drop);
      const link = await openDatabaseLink(new URL(databaseUrl));
      closers.push(() => link.cut());
      const shop = await startShop("node", link.url);
      // The database is cut off while it is writing.
      const { confirmed, statuses, stop } = startLoad(shop.url);
      await expect.poll(() => confirmed.length, POLL).toBeGreaterThan(20);
      await link.cut();
      await expect.poll(() => statuses.has(503), POLL).toBe(true);
      await stop();
      expect([...statuses].sort()).toEqual([201, 503]);
      const response = await createCheckout(shop.url);
      expect(response.status).toBe(503);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await readStatus(shop.url, "/healthz")).toBe(200);
      expect(await readStatus(shop.url, "/agent/site.json")).toBe(200);

      await link.restore();
      await expect
        .poll(async () => (await createCheckout(shop.url)).status, { ...POLL, timeout: 60_000 })
        .toBe(201);
      expect(await findLost(shop.url, confirmed)).toEqual([]);
    },
  );
});
