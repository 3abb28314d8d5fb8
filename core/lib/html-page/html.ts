/** A piece of HTML that is safe to output. */
export interface Html {
  readonly html: string;
}

type HtmlPart = string | number | Html | false | undefined | readonly HtmlPart[];

/**
 * Creates HTML from a template. Interpolated values are escaped unless they are `Html`. Attribute
 * values must be in double quotes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  html: strings.reduce((text, string, index) => text + renderPart(parts[index - 1]) + string),
});

function renderPart(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(renderPart).join("\n");
}

/** Escapes text for HTML content and for attribute values in double quotes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
