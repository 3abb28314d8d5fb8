import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { cleanUpRuns } from "../../core/platform/runs/clean-up-runs.ts";
import { API_KEY, startUpstream, type UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import { createToolRunner } from "./run-store/tool-runner.ts";
import { formatTitle, RUNTIMES, runProgram, startProgram } from "./runtimes.ts";

const GZIP_BOMB = gzipSync(Buffer.alloc(60_000_000));
const CHUNK = Buffer.alloc(1_000_000, "x");

/** Redirects to internal addresses, and sends oversized, endless, slow or invalid responses. */
const hostileApp: UpstreamHandler = ({ url, headers }, response) => {
  const redirects: Record<string, string> = {
    "/metadata": "http://169.254.169.254/latest/",
    "/mapped": "http://[::ffff:169.254.169.254]/",
    "/decimal": "http://2852039166/",
    "/file": "file:///etc/passwd",
    "/loop": "/loop",
  };
  if (redirects[url]) return response.writeHead(302, { location: redirects[url] }).end();
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
        Object.fromEntries(
          Array.from({ length: 900 }, (_, index) => [`x-${index}`, "y".repeat(60)]),
        ),
      )
      .end("{}");
  if (url === "/refresh")
    return response
      .writeHead(headers.authorization === "Bearer refreshed-0123456789" ? 200 : 401, {
        "content-type": "application/json",
      })
      .end("{}");
  response.writeHead(200, { "content-type": "text/plain" });
  if (url === "/slow" || url === "/write-slow") return void response.write("x");
  const writeChunks = () => {
    while (!response.destroyed && response.write(CHUNK));
    if (!response.destroyed) response.once("drain", writeChunks);
  };
  writeChunks();
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
  { path: "/refresh", status: "succeeded", size: 2, cut: false, attempts: 2 },
];

describe.each(RUNTIMES)("running tools on $name", ({ name, skipReason }) => {
  it.skipIf(skipReason)(
    formatTitle("handles every response of a hostile app", skipReason),
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      const app = await startUpstream(hostileApp);
      const { lines, errors } = await runProgram(name, "run-store/hostile.ts", {
        args: [folder, app.origin, ...EXPECTED_OUTCOMES.map(({ path }) => path)],
      });
      await app.close();
      rmSync(folder, { recursive: true });
      expect(
        lines.map((line) => JSON.parse(line)),
        errors,
      ).toMatchObject(EXPECTED_OUTCOMES);
    },
    90_000,
  );

  it.skipIf(skipReason)(
    formatTitle("never repeats an unsafe request after the process is killed", skipReason),
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
      const app = await startUpstream(() => void child.kill("SIGKILL"));
      const child = startProgram(name, "run-store/crash.ts", { args: [folder, app.origin] });
      const [, signal] = (await once(child, "close")) as [number | null, string | null];
      expect([signal, app.requests.length]).toEqual(["SIGKILL", 1]);

      const { run, runs, store, close } = await createToolRunner(folder, app.origin);
      expect(await runs.list(API_KEY, { limit: 5 })).toMatchObject([{ status: "running" }]);
      // The lease ended at startup, because no other process uses the file.
      await cleanUpRuns(store, Date.now());
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
