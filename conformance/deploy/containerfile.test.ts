import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../fixtures/program.ts";
import { parseContainerfile, parseEnv } from "./containerfile.ts";
import { createDebianRoot, rootCommand, rootSkipReason } from "./debian-root.ts";

const execute = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../..");
const INSTRUCTIONS = parseContainerfile(
  readFileSync(join(PROJECT, "adapters/deploy/Containerfile"), "utf8"),
);
const read = (name: string) =>
  INSTRUCTIONS.filter((each) => each.name === name).map(({ text }) => text);
const env = Object.assign({}, ...read("ENV").map(parseEnv)) as Record<string, string>;

describe("the Containerfile", () => {
  it("starts from Debian's image of Node, and has no instruction that the test ignores", () => {
    const names = new Set(INSTRUCTIONS.map(({ name }) => name));
    const known = ["FROM", "RUN", "COPY", "ENV", "WORKDIR", "VOLUME", "EXPOSE", "USER"];
    expect([...names].toSorted()).toEqual([...known, "HEALTHCHECK", "ENTRYPOINT"].toSorted());
    expect(read("FROM")).toEqual([
      expect.stringMatching(/^docker\.io\/library\/node:24-bookworm-/),
    ]);
    expect([read("USER"), read("VOLUME")]).toEqual([["4100:4100"], ["/data"]]);
  });
});

/** The environment of RUN lines: how this machine reaches the npm registry. */
const buildEnv: Record<string, string> = {
  HOME: "/root",
  npm_config_fetch_retries: "1",
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /^(NODE_EXTRA_CA_CERTS|npm_config_registry|https?_proxy|no_proxy)$/i.test(name) && value
        ? [[name, value]]
        : [],
    ),
  ),
};

const skipReason = rootSkipReason();

describe.skipIf(skipReason)(
  `the Containerfile, executed in a Debian root${skipReason ? ` (${skipReason})` : ""}`,
  () => {
    const base = mkdtempSync(join(tmpdir(), "jackfield-deploy-"));
    const root = join(base, "root");
    const context = join(base, "context");
    let unavailable: string | undefined;

    beforeAll(async () => {
      const [archive] = await Promise.all([
        pack(context),
        createDebianRoot(root).catch((error: Error) => {
          unavailable = `mmdebstrap can't make a root: ${error.message.split("\n").at(-1)}`;
        }),
      ]);
      if (unavailable !== undefined) return;
      for (const { name, text } of INSTRUCTIONS) {
        if (name === "COPY") copy(text, archive);
        if (name === "RUN") await runInRoot(["/bin/sh", "-c", text], { env: buildEnv });
      }
    }, 240_000);
    afterAll(() => rmSync(base, { recursive: true, force: true }));

    function copy(text: string, archive: string): void {
      const [pattern = "", target = ""] = text.split(" ");
      expect(
        new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(
          basename(archive),
        ),
      ).toBe(true);
      cpSync(archive, join(root, target));
    }

    const runInRoot = (command: readonly string[], options: Parameters<typeof rootCommand>[2]) =>
      execute(...rootCommand(root, command, options), { timeout: 120_000 });

    it("starts as its user with a read-only root, and stops", async ({ skip }) => {
      if (unavailable !== undefined) skip(unavailable);
      const [user] = read("USER");
      const ports = {
        SITE_PORT: `${await findFreePort()}`,
        PLATFORM_PORT: `${await findFreePort()}`,
      };
      const options = { user, folder: read("WORKDIR")[0], writable: "/data" };
      const settings = {
        ...env,
        ...ports,
        SITE_HOST: "127.0.0.1",
        PLATFORM_HOST: "127.0.0.1",
        // Compiling the catalog would download its packages.
        npm_config_registry: "http://127.0.0.1:9",
      };
      const service = spawn(
        ...rootCommand(root, JSON.parse(read("ENTRYPOINT")[0]!), { ...options, env: settings }),
        { stdio: ["ignore", "pipe", "pipe"] },
      );
      let output = "";
      for (const stream of [service.stdout, service.stderr])
        stream.on("data", (chunk: Buffer) => {
          output += chunk;
        });
      const exited = once(service, "exit");
      try {
        const site = `http://127.0.0.1:${ports.SITE_PORT}`;
        const getStatus = (url: string) =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          );
        await expect
          .poll(() => getStatus(`${site}/healthz`), { timeout: 25_000, message: output })
          .toBe(200);
        expect((await (await fetch(`${site}/agent/site.json`)).json()).pages).toBeGreaterThan(24);
        await expect
          .poll(() => getStatus(`http://127.0.0.1:${ports.PLATFORM_PORT}/api/v1/apps`), {
            timeout: 10_000,
          })
          .toBe(401);

        const status = readFileSync(`/proc/${service.pid}/status`, "utf8");
        expect(/^Uid:\t(\d+)\t(\d+)/m.exec(status)?.slice(1)).toEqual(["4100", "4100"]);
        const [health] = read("HEALTHCHECK");
        const check = JSON.parse(health!.slice(health!.indexOf("[")));
        await runInRoot(check, { ...options, env: settings });
        await expect(
          runInRoot(check, { ...options, env: { ...settings, SITE_PORT: "9" } }),
        ).rejects.toThrow();
        await expect(runInRoot(["touch", "/usr/x"], options)).rejects.toThrow(/Read-only/);

        const backup = ["jackfield", "backup", "/data/backup.gz"];
        expect((await runInRoot(backup, { ...options, env: settings })).stdout).toMatch(/^Wrote /);
        const database = statSync(join(root, "data/jackfield.db"));
        expect([database.uid, (database.mode & 0o777).toString(8)]).toEqual([4100, "600"]);
      } finally {
        service.kill("SIGTERM");
      }
      expect(await exited, output).toEqual([0, null]);
      expect(readdirSync(join(root, "opt"))).toEqual([]);
    }, 60_000);
  },
);

/**
 * Packs the npm package in a copy of the project, because other tests write the same folder `dist`.
 * Returns the archive.
 */
async function pack(folder: string): Promise<string> {
  const copy = join(folder, "project");
  const left = ["node_modules", "dist", "catalog", "data", ".git"].map((name) =>
    join(PROJECT, name),
  );
  // Other tests create and delete these while they run.
  const isTemporary = (name: string) => /^(\.generate-|__pycache__$)/.test(name);
  cpSync(PROJECT, copy, {
    recursive: true,
    filter: (source) => !left.includes(source) && !isTemporary(basename(source)),
  });
  mkdirSync(join(copy, "node_modules"));
  const script = [
    "set -e",
    `mount --bind "$1/node_modules" "$2/node_modules"`,
    `cd "$2"`,
    `npm pack --loglevel=error --pack-destination="$3" >&2`,
  ].join("\n");
  await execute("unshare", ["--mount", "sh", "-c", script, "sh", PROJECT, copy, folder], {
    env: { ...process.env, PATH: `${join(PROJECT, "node_modules/.bin")}:${process.env["PATH"]}` },
  });
  const name = readdirSync(folder).find((each) => each.endsWith(".tgz"));
  return join(folder, name!);
}
