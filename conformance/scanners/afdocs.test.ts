import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAllChecks, runChecks, type CheckResult } from "afdocs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runOn, type Running } from "../../adapters/runtime/runtimes.ts";

/** What the demo shop, a folder of plain pages, has nothing for: counted as not asked until it has. */
const MAY: Readonly<Record<string, string>> = {
  "llms-txt-links-markdown": "a folder's pages of HTML have no address of their own as Markdown: /agent/read gives them",
  "llms-txt-directive-md": "a folder's pages of HTML have no address of their own as Markdown",
  "markdown-url-support": "a folder's pages of HTML have no address of their own as Markdown",
  "content-negotiation": "a folder's pages of HTML are HTML to everyone",
  "llms-txt-directive-html": "a folder's pages are shown as their author wrote them, who says so at the end",
  "content-start-position": "a folder's pages are shown as their author wrote them",
};

let program: Running;
let folder: string;
let results: readonly CheckResult[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-afdocs-"));
  program = await runOn("node", [join(import.meta.dirname, "../../adapters/start.ts")], { cwd: folder, env: { SITE_PORT: "0", LOG: "off", DATA_DIR: folder, RATE_LIMIT: "off" } });
  await program.until(/A first thing to try/);
  ({ results } = await runChecks(program.url, { maxLinksToTest: 10, requestDelay: 0, maxConcurrency: 4, samplingStrategy: "deterministic" }));
}, 120_000);
afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
  const count = (status: string) => results?.filter((each) => each.status === status).length;
  console.log(`afdocs: ${count("pass")} pass, ${count("warn")} warn, ${count("fail")} fail, ${count("skip")} have nothing to look at, of ${results?.length}`);
});

describe("afdocs", () => {
  for (const { id, description } of getAllChecks()) {
    test(`${id}: ${description}`, ({ skip }) => {
      const { status, message } = results.find((each) => each.id === id)!;
      if (status === "skip") return skip(message);
      if (status !== "pass" && MAY[id]) return skip(MAY[id]);
      expect([status, message]).toEqual(["pass", message]);
    });
  }
});
