import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { folderContent } from "../../../adapters/content/folder.ts";
import { createLiveContent } from "../../../adapters/content/live-content.ts";
import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { portSuite } from "../port-suite.ts";
import { type ContentFixture, contentSuite, PAGES } from "./content.ts";
import { createSitemap, startLiveSite } from "./live-site.ts";

const UNREACHABLE_ORIGIN = "http://127.0.0.1:4";

await portSuite({
  name: "Content from a folder",
  checks: contentSuite,
  program: import.meta.filename,
  open: openFolder,
});

await portSuite({
  name: "Content from a sitemap",
  checks: contentSuite,
  program: import.meta.filename,
  open: openSitemap,
});

async function openFolder(): Promise<ContentFixture> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const writePage = async (path: string, html: string) => {
    const file = join(folder, decodeURIComponent(path.endsWith("/") ? `${path}index.html` : path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  };
  for (const [path, html] of Object.entries(PAGES)) await writePage(path, html);
  return {
    content: folderContent(folder, { freshSeconds: 0 }),
    writePage,
    openUnreachable: () => folderContent(join(folder, "none")),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

async function openSitemap(): Promise<ContentFixture> {
  const site = await startLiveSite();
  const paths = new Set<string>();
  const writePage = async (path: string, html: string) => {
    paths.add(path);
    site.replies.set(path, { body: html, headers: { "content-type": "text/html; charset=utf-8" } });
    site.replies.set("/sitemap.xml", {
      body: createSitemap([...paths].map((each) => site.origin + each)),
    });
  };
  for (const [path, html] of Object.entries(PAGES)) await writePage(path, html);
  const outbound = createOutbound({ allowedOrigins: [site.origin, UNREACHABLE_ORIGIN] });
  const content = createLiveContent(new URL(site.origin), { outbound, refreshMs: 20, freshMs: 20 });
  const closers = [() => content.close()];
  return {
    content,
    writePage,
    openUnreachable() {
      const unreachable = createLiveContent(new URL(UNREACHABLE_ORIGIN), { outbound });
      closers.push(() => unreachable.close());
      return unreachable;
    },
    async close() {
      for (const close of closers) close();
      outbound.close();
      await site.close();
    },
  };
}
