import { escaped } from "./shell.ts";

/** A piece of HTML, in which every text is escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | false | undefined | readonly Part[];

/** HTML from a template: what is put into it is escaped, unless it is HTML made in the same way; attributes stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, at) => text + written(parts[at - 1]) + string),
});

function written(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return "html" in part ? part.html : part.map(written).join("\n");
}
