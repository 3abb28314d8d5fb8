import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "vitest";
import { folderContent } from "../../adapters/content/folder.ts";
import { createLiveContent } from "../../adapters/content/live-content.ts";
import { createOutbound } from "../../adapters/outbound.ts";
import { createSitemap, startLiveSite } from "./content/live-site.ts";
import { type ContentDriver, contentSuite } from "./content.ts";

const folder: ContentDriver = async (pages) => {
  const base = mkdtempSync(join(tmpdir(), "jackfield-"));
  const put = async (path: string, html: string) => {
    const file = join(base, decodeURIComponent(path.endsWith("/") ? `${path}index.html` : path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  };
  for (const [path, html] of Object.entries(pages)) await put(path, html);
  return {
    content: folderContent(base, { freshSeconds: 0 }),
    writePage: put,
    makeUnreachable: () => folderContent(join(base, "none")),
    close: async () => rmSync(base, { recursive: true }),
  };
};

const liveSite: ContentDriver = async (pages) => {
  const site = await startLiveSite();
  const all = new Map<string, string>();
  const put = async (path: string, html: string) => {
    all.set(path, html);
    site.replies.set(path, { body: html, headers: { "content-type": "text/html; charset=utf-8" } });
    site.replies.set("/sitemap.xml", {
      body: createSitemap([...all.keys()].map((each) => site.origin + each)),
    });
  };
  for (const [path, html] of Object.entries(pages)) await put(path, html);
  const client = createOutbound({ allowedOrigins: [site.origin, "http://127.0.0.1:4"] });
  const open = [
    createLiveContent(new URL(site.origin), { outbound: client, refreshMs: 20, freshMs: 20 }),
  ];
  return {
    content: open[0]!,
    writePage: put,
    makeUnreachable() {
      open.push(createLiveContent(new URL("http://127.0.0.1:4/"), { outbound: client }));
      return open[1]!;
    },
    async close() {
      for (const content of open) content.close();
      client.close();
      await site.close();
    },
  };
};

describe.each([
  ["folder", folder],
  ["sitemap", liveSite],
])("Content from a %s", (_, driver) => {
  for (const { name, run } of contentSuite) it(name, () => run(driver));
});
