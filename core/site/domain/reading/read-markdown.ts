import { parseFrontMatter } from "./front-matter.ts";
import { removeInvisible } from "./invisible.ts";
import { blankCode } from "./markdown-code.ts";
import { editMarkdown } from "./markdown-edits.ts";
import { markdownText } from "./markdown-text.ts";
import type { ReadOptions, ReadPage } from "./page.ts";
import { oneLine } from "./page-head.ts";

/** The same for a Markdown source: front matter taken off (its title and description used), relative links made absolute, what is invisible removed. */
export function readMarkdown(markdown: string, { url, format }: ReadOptions): ReadPage {
  const { title, description, language, body } = parseFrontMatter(markdown);
  const source = removeInvisible(editMarkdown(body, url)).trim();
  const content = format === "markdown" ? source : markdownText(source);
  return {
    title: oneLine(title ?? "") ?? firstHeading(source),
    content: content === "" ? "" : `${content}\n`,
    ...(description && { description: oneLine(description) ?? "" }),
    ...(language && { language }),
  };
}

/** Only the title and description of a Markdown source: from its front matter, or its first heading of the first level. */
export function describeMarkdown(markdown: string): { title?: string; description?: string } {
  const frontMatter = parseFrontMatter(markdown.slice(0, 200_000));
  const title = oneLine(frontMatter.title ?? "") ?? firstHeading(frontMatter.body);
  const description = oneLine(frontMatter.description ?? "");
  return { ...(title && { title }), ...(description && { description }) };
}

/** The first heading of the first level as plain text, or "". */
function firstHeading(source: string): string {
  const start = source.slice(0, 50_000);
  const visible = blankCode(start);
  const match = /^ {0,3}#[ \t]+(.+)$|^([^\n#>|-].*)\n=+[ \t]*$/m.exec(visible);
  if (!match) return "";
  // The heading itself may hold code: read it where it stands.
  const line = start.slice(
    match.index,
    start.indexOf("\n", match.index + 1) === -1 ? undefined : start.indexOf("\n", match.index + 1),
  );
  return oneLine(markdownText(line.replace(/[ \t]#+[ \t]*$/, ""))) ?? "";
}
