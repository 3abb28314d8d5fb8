import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { describeOnRuntimes, START_FILE } from "../fixtures/program.ts";

const BROWSER = { accept: "text/html" };

describeOnRuntimes("the command docs", (runtime, test) => {
  test("serves the documentation for people and for agents", async () => {
    const folder = mkdtempSync(`${tmpdir()}/jackfield-docs-`);
    const program = await startOn(runtime, [START_FILE, "docs"], {
      // It ignores the settings of another site.
      env: { SITE_PORT: "0", DATA_DIR: folder, SITE_CONTENT: "/nowhere", LOG: "off" },
    });
    try {
      const { origin } = new URL(program.url);
      const read = async (path: string, headers: Record<string, string> = {}) => {
        const response = await fetch(origin + path, { headers, redirect: "manual" });
        return { status: response.status, headers: response.headers, text: await response.text() };
      };
      const home = await read("/");
      expect([home.status, home.headers.get("location")]).toEqual([307, "/overview.md"]);

      const page = await read("/triggers.md", BROWSER);
      expect(page.text).toContain('<a href="/triggers.md" aria-current="page">Triggers</a>');
      expect(page.text).toContain('<a rel="prev" href="/end-users.md">');
      expect(page.text).toContain('<a rel="next" href="/mcp.md">');
      const markdown = await read("/triggers.md.md", BROWSER);
      expect(markdown.headers.get("content-type")).toMatch(/^text\/markdown/);
      expect(markdown.text).toMatch(/^# Triggers\n/);

      expect((await read("/sizing.md", BROWSER)).text).toContain('<img src="sizing.svg"');
      const plot = await read("/sizing.svg", { accept: "image/*" });
      expect([plot.status, plot.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);

      const found = await read("/search?q=rotate+keys", BROWSER);
      expect(found.text).toContain('<a href="/operations.md">');
      const hostile = await read("/search?q=%3Cscript%3Ealert(1)%3C/script%3E", BROWSER);
      expect(hostile.status).toBe(200);
      expect(hostile.text).not.toContain("<script>alert");
      expect(hostile.headers.get("content-security-policy")).toContain("default-src 'none'");

      const index = await read("/llms.txt");
      expect(index.text).toContain("/triggers.md");
      expect(index.text).not.toContain("SUMMARY");
    } finally {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
