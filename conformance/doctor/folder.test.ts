import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runDoctor } from "./run-doctor.ts";

const PAGE = "<title>A</title><main><h1>A page</h1><p>Some words.";

describe("checkFolder()", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("reports a folder without pages as a problem", async () => {
    expect(await runDoctor({ SITE_CONTENT: folder })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`problem  ${folder} has no pages.`),
    });
  });

  test("checks the home page, the sitemap and sample pages", async () => {
    writeFileSync(join(folder, "a.html"), PAGE);
    writeFileSync(join(folder, "empty.html"), "<title>Nothing</title>");
    writeFileSync(join(folder, "sitemap.xml"), "<urlset><url><loc>");
    const { code, output } = await runDoctor({ SITE_CONTENT: folder });
    expect(output).toContain(`ok       ${folder} has 2 pages.`);
    expect(output).toContain(`note     ${folder} has no home page.`);
    expect(output).toContain(`sitemap.xml ends before the end of its list.`);
    expect(output).toMatch(/note +\/empty\.html (has no text|can't be read)/);
    expect(code).toBe(0);
  });

  test("reports a folder that contains the data folder as a problem", async () => {
    writeFileSync(join(folder, "index.html"), PAGE);
    const data = join(folder, "data");
    const { code, output } = await runDoctor({ SITE_CONTENT: folder, DATA_DIR: data });
    expect(output).toContain(
      `problem  SITE_CONTENT (${folder}) contains DATA_DIR (${data}), which holds keys.\n         → Move one of them: set`,
    );
    expect(output).toContain("1 problem,");
    expect(code).toBe(1);
  });

  // Root can read every file.
  test.skipIf(process.getuid?.() === 0)("reports unreadable files", async () => {
    for (const name of ["index.html", "locked.html"]) writeFileSync(join(folder, name), PAGE);
    mkdirSync(join(folder, "shut"));
    chmodSync(join(folder, "locked.html"), 0);
    chmodSync(join(folder, "shut"), 0);
    const { code, output } = await runDoctor({ SITE_CONTENT: folder });
    expect(output).toMatch(
      /note +2 files or folders can't be read, such as .+\. They are not listed\./,
    );
    expect(code).toBe(0);
  });
});
