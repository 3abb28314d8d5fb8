import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatCount } from "../../../core/lib/kit/text/format-count.ts";
import { readSitemap } from "../../../core/lib/sitemap/index.ts";
import type { PageEntry } from "../../../core/ports/content.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";

/** Checks a content folder: its pages, its home page and its sitemap. */
export async function checkFolder(
  { content }: SiteServiceSettings,
  pages: readonly PageEntry[],
): Promise<Finding[]> {
  const folder = content && "folder" in content ? content.folder : undefined;
  if (!folder) return [ok(`The demo shop has ${formatCount(pages.length, "page")}.`)];
  if (pages.length === 0)
    return [
      problem(
        `${folder} has no pages.`,
        "Set SITE_CONTENT to a folder with HTML or Markdown files. Hidden files and node_modules don't count.",
      ),
    ];
  const findings = [ok(`${folder} has ${formatCount(pages.length, "page")}.`)];
  if (!pages.some(({ path }) => path === "/"))
    findings.push(
      note(
        `${folder} has no home page.`,
        "Add an index.html or index.md, so that visitors find a page at /.",
      ),
    );
  const text = await readFile(join(folder, "sitemap.xml"), "utf8").catch(() => undefined);
  const sitemap = text === undefined ? undefined : readSitemap(text);
  if (sitemap && "error" in sitemap)
    findings.push(
      note(
        `${join(folder, "sitemap.xml")} ${sitemap.error}.`,
        "Fix or delete it. Until then, every page of the folder counts.",
      ),
    );
  if (sitemap && "kind" in sitemap && sitemap.kind === "sitemapindex")
    findings.push(
      note(
        `${join(folder, "sitemap.xml")} is a sitemap index, which Jackfield ignores. Every page of the folder counts.`,
      ),
    );
  return findings;
}
