import { type PageDates, parseDate } from "./page-dates.ts";

/** The metadata in the front matter of a Markdown source. */
interface FrontMatter extends PageDates {
  title?: string;
  description?: string;
  language?: string;
  /** As written. */
  canonical?: string;
  /** The source without its front matter. */
  body: string;
}

/** The length limit of front matter, in UTF-16 units. */
const MAX_LENGTH = 65_536;

/**
 * Splits front matter from a Markdown source: YAML between `---` lines, or TOML between `+++`
 * lines. Only top-level strings are read, on one line or in a `>` or `|` block.
 */
export function parseFrontMatter(markdown: string): FrontMatter {
  const source = markdown.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(source);
  if (!fence) return { body: source };
  const start = fence[0].length;
  const closing = findClosingLine(source, start, fence[1]!);
  if (closing === undefined) return { body: source };
  const values = parseValues(source.slice(start, closing.start).split("\n"));
  const title = values.get("title");
  const description = values.get("description") ?? values.get("summary") ?? values.get("excerpt");
  const language = values.get("lang") ?? values.get("language");
  const canonical = values.get("canonical") ?? values.get("canonical_url");
  const published = parseDate(values.get("published") ?? values.get("date") ?? "");
  const modified = parseDate(
    values.get("modified") ?? values.get("lastmod") ?? values.get("updated") ?? "",
  );
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(language && /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i.test(language) && { language }),
    ...(canonical && { canonical }),
    ...(published && { published }),
    ...(modified && { modified }),
    body: source.slice(closing.end).replace(/^\n+/, ""),
  };
}

/** The offsets of the closing line. `...` also closes YAML. */
function findClosingLine(
  source: string,
  start: number,
  fence: string,
): { start: number; end: number } | undefined {
  for (let at = start; at < source.length && at < start + MAX_LENGTH; ) {
    const newline = source.indexOf("\n", at);
    const lineEnd = newline === -1 ? source.length : newline;
    const line = source.slice(at, lineEnd).trimEnd();
    if (line === fence || (fence === "---" && line === "..."))
      return { start: at, end: Math.min(lineEnd + 1, source.length) };
    at = lineEnd + 1;
  }
  return undefined;
}

function parseValues(lines: string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < lines.length; at++) {
    const [, key, rawValue] =
      /^["']?([A-Za-z_][\w-]*)["']?[ \t]*[:=][ \t]*(.*)$/.exec(lines[at]!) ?? [];
    if (key === undefined || rawValue === undefined) continue;
    let value = unquote(rawValue.trim());
    if (/^[>|][+-]?$/.test(value)) {
      const block: string[] = [];
      while (/^(?:[ \t]|$)/.test(lines[at + 1] ?? "x")) block.push(lines[++at]!.trim());
      value = block.join(" ").trim();
    }
    values.set(key.toLowerCase(), value);
  }
  return values;
}

function unquote(value: string): string {
  if (value.length > 1 && value.startsWith('"') && value.endsWith('"'))
    return value.slice(1, -1).replace(/\\(["\\])/g, "$1");
  if (value.length > 1 && value.startsWith("'") && value.endsWith("'"))
    return value.slice(1, -1).replace(/''/g, "'");
  const comment = value.indexOf(" #");
  return (comment === -1 ? value : value.slice(0, comment)).trim();
}
