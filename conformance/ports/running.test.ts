import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isInstalled, RUNTIME_COMMANDS } from "../../adapters/runtime/runtimes.ts";
import { tidyRuns } from "../../core/index.ts";
import { API_KEY, startUpstream, type UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import { createToolRunner } from "./run-store/tool-runner.ts";

const RUNTIMES = Object.keys(RUNTIME_COMMANDS).map((name) => ({
  name,
  skipReason: isInstalled(name)
    ? undefined
    : `not installed: no ${name} in node_modules/.bin or PATH`,
}));

function startProgram(runtime: string, program: string, ...args: string[]) {
  const [command, ...before] = RUNTIME_COMMANDS[runtime]!;
  return spawn(command!, [...before, join(import.meta.dirname, "run-store", program), ...args], {
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const GZIP_BOMB = gzipSync(Buffer.alloc(60_000_000));
const CHUNK = Buffer.alloc(1_000_000, "x");

/** An app that does whatever may hurt. */
const hostileApp: UpstreamHandler = ({ url, headers }, response) => {
  const elsewhere: Record<string, string> = {
    "/metadata": "http://169.254.169.254/latest/",
    "/mapped": "http://[::ffff:169.254.169.254]/",
    "/decimal": "http://2852039166/",
    "/file": "file:///etc/passwd",
    "/loop": "/loop",
  };
  if (elsewhere[url]) return response.writeHead(302, { location: elsewhere[url] }).end();
  if (url === "/write-away")
    return response.writeHead(307, { location: "http://169.254.169.254/" }).end();
  if (url === "/bomb")
    return response
      .writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
      .end(GZIP_BOMB);
  if (url === "/no-http") return response.socket!.end("SSH-2.0-OpenSSH_9.9\r\n");
  if (url === "/write-gone") return response.destroy();
  if (url === "/many-headers")
    return response
      .writeHead(
        200,
        Object.fromEntries(Array.from({ length: 900 }, (_, each) => [`x-${each}`, "y".repeat(60)])),
      )
      .end("{}");
  if (url === "/renew")
    return response
      .writeHead(headers.authorization === "Bearer renewed-0123456789" ? 200 : 401, {
        "content-type": "application/json",
      })
      .end("{}");
  response.writeHead(200, { "content-type": "text/plain" });
  if (url === "/slow" || url === "/write-slow") return void response.write("x");
  const more = () => {
    while (!response.destroyed && response.write(CHUNK));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

const EXPECTED_OUTCOMES = [
  { path: "/metadata", problem: "blocked_address" },
  { path: "/mapped", problem: "blocked_address" },
  { path: "/decimal", problem: "blocked_address" },
  { path: "/file", problem: "blocked_address" },
  { path: "/loop", status: "failed", code: "upstream_redirect", attempts: 1 },
  {
    path: "/write-away",
    status: "failed",
    code: "upstream_redirect",
    size: 0,
    cut: false,
    attempts: 1,
  },
  { path: "/bomb", status: "succeeded", size: 20_000_000, cut: true, attempts: 1 },
  { path: "/endless", status: "succeeded", size: 20_000_000, cut: true, attempts: 1 },
  { path: "/no-http", status: "failed", code: "upstream_bad_answer" },
  { path: "/write-gone", status: "outcome_unknown", code: "upstream_bad_answer", attempts: 1 },
  { path: "/many-headers", status: "failed", code: "response_too_large", attempts: 1 },
  { path: "/slow", status: "failed", code: "upstream_timeout", attempts: 1 },
  { path: "/write-slow", status: "succeeded", attempts: 1 },
  { path: "/renew", status: "succeeded", size: 2, cut: false, attempts: 2 },
];

describe.each(RUNTIMES)("running tools on $name", ({ name, skipReason }) => {
  it.skipIf(skipReason)(
    `comes to no harm by an app that means it${skipReason ? ` (${skipReason})` : ""}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      const app = await startUpstream(hostileApp);
      const child = startProgram(
        name,
        "hostile.ts",
        folder,
        app.origin,
        ...EXPECTED_OUTCOMES.map(({ path }) => path),
      );
      let output = "";
      child.stdout.on("data", (piece: Buffer) => (output += piece));
      await once(child, "close");
      await app.close();
      rmSync(folder, { recursive: true });
      expect(
        output
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ).toMatchObject(EXPECTED_OUTCOMES);
    },
    90_000,
  );

  it.skipIf(skipReason)(
    `does nothing twice when it is killed in the middle of it${skipReason ? ` (${skipReason})` : ""}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      const app = await startUpstream(() => void child.kill("SIGKILL"));
      const child = startProgram(name, "crash.ts", folder, app.origin);
      const [, signal] = (await once(child, "close")) as [number | null, string | null];
      expect([signal, app.requests.length]).toEqual(["SIGKILL", 1]);

      const { run, runs, store, close } = await createToolRunner(folder, app.origin);
      await expect(run("POST", "/things", { idempotencyKey: "k" })).rejects.toMatchObject({
        code: "request_in_flight",
      });
      await tidyRuns(store, Date.now());
      expect(await runs.list(API_KEY, { limit: 5 })).toMatchObject([{ status: "running" }]);
      await tidyRuns(store, Date.now() + 80_000);
      expect(await runs.list(API_KEY, { limit: 5 })).toMatchObject([
        { status: "outcome_unknown", failure: { code: "interrupted" } },
      ]);
      expect((await run("POST", "/things", { idempotencyKey: "k" })).run.status).toBe(
        "outcome_unknown",
      );
      expect(app.requests).toHaveLength(1);
      await close();
      await app.close();
      rmSync(folder, { recursive: true });
    },
    60_000,
  );
});
