import { articlePage, renderDocument } from "../../lib/html-page/index.ts";
import type { ConvertedPage } from "../../lib/page-reader/index.ts";
import type { Site } from "../site.ts";

/** Renders the HTML of a Markdown page within the layout of pages for people. */
export function markdownPage(
  site: Site,
  { title, description, language, body }: ConvertedPage,
): string {
  const main = { html: new TextDecoder().decode(body) };
  return renderDocument(articlePage({ siteName: site.name, title, description, language, main }));
}
