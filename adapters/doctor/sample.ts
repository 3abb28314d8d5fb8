import { type ContentSource, createSite, type PageEntry, type Site } from "../../core/index.ts";
import { type Finding, note, ok } from "./report.ts";

/** Reads a few of the pages, the first, the middle and the last, as an agent would. */
export async function checkSample(
  site: Site,
  content: ContentSource,
  pages: readonly PageEntry[],
): Promise<Finding[]> {
  if (pages.length === 0) return [];
  const handler = createSite({ site, content, allowsHost: () => true, allowsOrigin: () => true });
  const sample = [...new Set([0, pages.length >> 1, pages.length - 1])].map(
    (index) => pages[index]!,
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
          "Agents are told the same; if it is not a page, take it off the sitemap.",
        ),
      );
    else if (result.length === 0)
      findings.push(
        note(
          `${path} holds no text.`,
          "Only what is in the HTML itself is read, not what a script writes.",
        ),
      );
  }
  if (findings.length === 0)
    findings.push(
      ok(`${sample.length === 1 ? "Its page" : `${sample.length} of them, tried,`} can be read.`),
    );
  return findings;
}
