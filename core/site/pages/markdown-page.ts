import { articlePage, renderDocument } from "../../lib/html-page/index.ts";
import type { ConvertedPage } from "../../lib/page-reader/index.ts";
import type { Site } from "../site.ts";
import { documentationPage } from "./documentation-page.ts";
import type { SummarySection } from "./summary.ts";

/**
 * Renders the HTML of the Markdown page at `path` within the layout of pages for people, with
 * navigation if the site has a table of contents.
 */
export function markdownPage(
  site: Site,
  { title, description, language, body }: ConvertedPage,
  path: string,
  summary: readonly SummarySection[] | undefined,
): string {
  const main = { html: new TextDecoder().decode(body) };
  if (summary)
    return renderDocument(
      documentationPage(site, summary, { title, description, language, main, path }),
    );
  return renderDocument(articlePage({ siteName: site.name, title, description, language, main }));
}
