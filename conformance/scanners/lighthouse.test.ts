import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { chromiumPath } from "../browser/chromium.ts";
import { START_FILE } from "../fixtures/program.ts";
import { installOnDemand } from "../install-on-demand.ts";
import { runsTier } from "../tiers.ts";

/** With its dependencies it takes 176 MB, so it isn't in the lock file. */
const VERSION = "13.5.0";

interface Audit {
  readonly id: string;
  readonly score: number | null;
  readonly explanation?: string;
  readonly details?: { readonly items?: readonly Issue[] };
}
interface Issue {
  readonly issue?: string;
}

/**
 * The AI catalog may list documents of any media type. Lighthouse reduces the score of those that
 * no registry requires, such as the OpenAPI document.
 */
const isAllowed = ({ issue = "" }: Issue) => /is not one of standard discovery types/.test(issue);

const skipReason = (): string | undefined => {
  if (!runsTier("all")) return "Lighthouse is installed only for npm run test:all";
  if (!chromiumPath) return "Chromium is not installed, and CHROMIUM names no executable";
  return installOnDemand("lighthouse", VERSION) ? undefined : "Lighthouse can't be installed";
};

/** Returns the audits of the category "Agentic Browsing" for a page. */
async function audit(url: string): Promise<readonly Audit[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(installOnDemand("lighthouse", VERSION)!, "cli/index.js"),
      url,
      ...["--only-categories=agentic-browsing", "--output=json", "--quiet"],
      ...["--chrome-flags=--headless=new --no-sandbox", "--no-enable-error-reporting"],
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { audits, categories } = JSON.parse(stdout) as {
    audits: Readonly<Record<string, Audit>>;
    categories: { "agentic-browsing": { auditRefs: readonly { id: string }[] } };
  };
  return categories["agentic-browsing"].auditRefs.map(({ id }) => audits[id]!);
}

const reason = skipReason();

describe.skipIf(reason)(
  `Lighthouse's agentic audits${reason ? ` (skipped: ${reason})` : ""}`,
  () => {
    let shop: RuntimeProcess;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "jackfield-lighthouse-"));
      shop = await startOn("node", [START_FILE], {
        env: { SITE_PORT: "0", LOG: "off", DATA_DIR: folder },
      });
    });
    afterAll(async () => {
      await shop?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test.each(["/", "/products/", "/faq.html"])("pass on %s", { timeout: 90_000 }, async (path) => {
      const audits = await audit(shop.url + path);
      const failed = audits.filter(
        ({ score, details }) =>
          score !== null && score < 1 && !(score >= 0.9 && details?.items?.every(isAllowed)),
      );
      expect(failed).toEqual([]);
      const passed = audits.filter(({ score }) => score !== null).map(({ id }) => id);
      expect(passed).toEqual(
        expect.arrayContaining(["agent-accessibility-tree", "llms-txt", "ard-schema"]),
      );
    });
  },
);
