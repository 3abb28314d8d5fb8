import type { ContentSource, PageEntry } from "../../../core/ports/content.ts";
import { createSite, type Site } from "../../../core/site.ts";
import { type Finding, note, ok } from "../../runtime/finding.ts";

/** Reads the first, the middle and the last page as an agent would. */
export async function checkSample(
  site: Site,
  content: ContentSource,
  pages: readonly PageEntry[],
): Promise<Finding[]> {
  if (pages.length === 0) return [];
  const handler = createSite({ site, content, allowsHost: () => true, allowsOrigin: () => true });
  const sample = [...new Set([0, pages.length >> 1, pages.length - 1])].flatMap(
    (index) => pages[index] ?? [],
  );
  const findings: Finding[] = [];
  for (const { path } of sample) {
    const url = (site.pagesOrigin ?? site.origin) + path;
    const { status, body } = await handler(
      new Request(`${site.origin}/agent/read?url=${encodeURIComponent(url)}`, {
        headers: { accept: "application/json" },
      }),
    );
    const result = JSON.parse(String(body)) as { detail?: string; length?: number };
    if (status !== 200)
      findings.push(
        note(
          `${path} can't be read: ${result.detail}`,
          "Agents get the same error. If it isn't a page, remove it from the sitemap.",
        ),
      );
    else if (result.length === 0)
      findings.push(
        note(
          `${path} has no text.`,
          "Put the text in the HTML itself. Jackfield doesn't run scripts.",
        ),
      );
  }
  if (findings.length === 0)
    findings.push(
      ok(`Agents can read ${sample.length === 1 ? "the page" : `${sample.length} sample pages`}.`),
    );
  return findings;
}
