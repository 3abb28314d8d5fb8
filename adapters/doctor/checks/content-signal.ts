import type { ContentSource } from "../../../core/ports/content.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { type Finding, note } from "../../runtime/finding.ts";

/**
 * Checks that robots.txt states the permitted uses of the pages. A live site without a reverse proxy
 * serves its own robots.txt, so only Markdown pages can state them.
 */
export async function checkContentSignal(
  { contentSignal, content: source, upstream }: SiteServiceSettings,
  content: ContentSource,
): Promise<Finding[]> {
  const isDemo = !source && !upstream;
  if (contentSignal || isDemo) return [];
  const isFolder = source !== undefined && "folder" in source;
  const file = isFolder ? await content.find("/robots.txt") : undefined;
  const text = file ? new TextDecoder().decode(await file.bytes()) : "";
  if (/^\s*content-signal\s*:/im.test(text)) return [];
  return [
    note(
      "SITE_CONTENT_SIGNAL isn't set, so scanners find no Content-Signal in robots.txt or Markdown pages.",
      'Set it to the uses that you permit, such as SITE_CONTENT_SIGNAL="search=yes, ai-input=yes, ai-train=no".',
    ),
  ];
}
