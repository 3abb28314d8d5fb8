import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import { isInstalled } from "../../adapters/runtime/start-on.ts";
import { platform } from "../services/platform.ts";
import { site } from "../services/site.ts";
import { createDeployment } from "../targets/index.ts";
import { formatFailures, formatTitle, planTestRuns } from "../test-run.ts";
import { openSession } from "../test-session.ts";

const ROOT = join(import.meta.dirname, "../..");
const CATALOG = process.env["CATALOG_DIR"];
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
const ENVIRONMENT = {
  ...process.env,
  PATH: [join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  SITE_PORT: "0",
  PLATFORM_PORT: "0",
  CATALOG_DIR: CATALOG,
  // The suite would wait whenever a rate limit requires it.
  RATE_LIMIT: "off",
  RATE_LIMIT_KEYS: "off",
  RATE_LIMIT_UNAUTHENTICATED: "off",
};

afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!CATALOG)(
  `the program${CATALOG ? "" : " (skipped: CATALOG_DIR is not set)"} passes all portable cases`,
  () => {
    it.for([
      ["start", "node"],
      ["start:bun", "bun"],
      ["start:deno", "deno"],
    ] as const)(
      "as npm run %s starts it",
      { timeout: 120_000 },
      async ([script, runtime], { skip }) => {
        if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
        const program = await startScript(script, runtime, {});
        try {
          expect(await findFailures(program, "read,connect,run")).toEqual([]);
        } finally {
          await program.stop();
        }
      },
    );

    it("in front of another site, with a key that may only read", {
      timeout: 120_000,
    }, async () => {
      const upstream = await startUpstream();
      const program = await startScript("start", "front", {
        SITE_ORIGIN: upstream.url,
        SITE_FRONTMATTER: "on",
        MCP_ORIGINS: "*",
        METRICS: "off",
        TRIGGERS: "off",
      });
      try {
        await untilFound(program.site, "winter");
        expect(await findFailures(program, "read")).toEqual([]);
      } finally {
        await program.stop();
        upstream.close();
      }
    });

    it("with a folder of Markdown files as the site", { timeout: 120_000 }, async () => {
      const pages = join(folder, "pages");
      mkdirSync(pages, { recursive: true });
      writeFileSync(join(pages, "index.md"), "# Alpine guide\n\nHuts and trails.\n");
      writeFileSync(join(pages, "winter-tours.md"), "# Winter tours\n\nSnow shoes and sledges.\n");
      const program = await startScript("start", "folder", {
        SITE_CONTENT: pages,
        PLATFORM: "off",
      });
      try {
        expect(await findSiteFailures(program.site)).toEqual([]);
      } finally {
        await program.stop();
      }
    });
  },
);

const PAGES: Readonly<Record<string, string>> = {
  "/": '<title>Alpine guide</title><h1>Alpine guide</h1><p>Huts. <a href="/winter-tours">Tours</a>',
  "/winter-tours": "<title>Winter tours</title><h1>Winter tours</h1><p>Snow shoes and sledges.",
};

async function startUpstream() {
  const server = createServer(({ url = "" }, response) => {
    const page = PAGES[url];
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" }).end(page ?? "Not here.");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface RunningScript {
  readonly site: string;
  readonly platform: string;
  readonly dataFolder: string;
  stop(): Promise<unknown>;
}

/** Starts the program with the command of an npm script, in a data folder with the given name. */
async function startScript(
  script: string,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningScript> {
  const dataFolder = join(folder, name);
  const [command = "", ...args] = String(scripts[script]).split(" && ").at(-1)!.split(" ");
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...ENVIRONMENT, DATA_DIR: dataFolder, LOG: "pretty", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  const started = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("press Ctrl+C")) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    void exited.then(() => reject(new Error(`${script} exited: ${output}`)));
  });
  await started;
  const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? "";
  return {
    site: find(/Website +(http\S+?)\/?\s/),
    platform: find(/API +(http\S+)\/api\/v1/),
    dataFolder,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/** Waits until the search finds a page of the site, whose pages are read in the background. */
async function untilFound(url: string, word: string): Promise<void> {
  await expect
    .poll(async () => (await fetch(`${url}/agent/search?q=${word}`)).json(), { timeout: 20_000 })
    .toMatchObject({ total: 1 });
}

const findSiteFailures = (url: string) => runPortableCases(createDeployment(url, site, WRITES));

/** Runs the cases of both services, with a new key. */
async function findFailures(program: RunningScript, permissions: string): Promise<string[]> {
  const { stdout } = spawnSync(
    "node",
    ["adapters/start.ts", "keys", "create", "--name", "suite", "--permissions", permissions],
    { cwd: ROOT, env: { ...ENVIRONMENT, DATA_DIR: program.dataFolder }, encoding: "utf8" },
  );
  const key = /^jf_live_\w+$/m.exec(stdout)?.[0];
  if (key === undefined) throw new Error(`No key was created: ${stdout}`);
  return [
    ...(await findSiteFailures(program.site)),
    ...(await runPortableCases(createDeployment(program.platform, platform, { ...WRITES, key }))),
  ];
}

const WRITES = { allowsWrites: true };

async function runPortableCases(kind: ReturnType<typeof createDeployment>): Promise<string[]> {
  const session = await openSession(kind);
  const failures: string[] = [];
  let passed = 0;
  for (const testRun of planTestRuns(kind)) {
    const outcome = await session.run(testRun);
    if (outcome.result === "passed") passed += 1;
    if (outcome.result === "failed")
      failures.push(
        `${testRun.caller}: ${formatTitle(testRun)}\n${formatFailures(outcome.failures)}`,
      );
  }
  await session.close();
  expect(passed).toBeGreaterThan(300);
  return failures;
}
