import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { unexpectedKinds } from "./expected.ts";
import { EXAMPLE_APPS, readPublishedExamples } from "./published/published-examples.ts";
import { EXAMPLES } from "./vendors.ts";

/** A page, a file in a repository at a commit, or a file in a package. */
const SOURCE =
  /^(?:https:\/\/\S+|github:[\w.-]+\/[\w.-]+@[0-9a-f]{40}:\S.*|npm:[\w@./-]+@[\d.]+:\S+)$/;

describe("the published examples", () => {
  it.each(EXAMPLE_APPS)("of %s are five or more tools of the app, with their sources", (app) => {
    const { examples } = readPublishedExamples(app);
    expect(new Set(examples.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(5);
    for (const { tool, request, source, date } of examples) {
      expect(tool).toMatch(new RegExp(`^${app}\\.[a-z_0-9]+$`));
      expect(request).toMatch(/^(?:GET|POST|PUT|PATCH|DELETE) https:\/\/\S+$/);
      expect(source).toMatch(SOURCE);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});

const downloads = join(process.env["CATALOG_DIR"] ?? "", ".downloads");
const hasDocuments = process.env["CATALOG_DIR"] !== undefined && existsSync(downloads);

describe.skipIf(!hasDocuments)(
  `tools${hasDocuments ? "" : " (skipped: CATALOG_DIR has no documents)"}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-examples-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("send the same requests as the published examples", async () => {
      const catalog = await EXAMPLES.compile(folder, downloads);
      const wrong: unknown[] = [];
      for await (const result of EXAMPLES.compare(catalog, folder, EXAMPLE_APPS))
        if (result.skipped !== undefined || unexpectedKinds(result).length > 0) wrong.push(result);
      expect(wrong).toEqual([]);
    }, 120_000);
  },
);
