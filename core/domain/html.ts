import { escapeHtml } from "./shell.ts";

/** A piece of HTML, in which every text is escaped. */
export interface Html {
  readonly html: string;
}

type HtmlPart = string | number | Html | false | undefined | readonly HtmlPart[];

/** HTML from a template: what is put into it is escaped, unless it is HTML made in the same way; attributes stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  html: strings.reduce((text, string, index) => text + renderPart(parts[index - 1]) + string),
});

function renderPart(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(renderPart).join("\n");
}
