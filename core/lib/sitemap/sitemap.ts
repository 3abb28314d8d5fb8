import type { EntryError, Sitemap, SitemapEntry } from "./sitemap-entries.ts";
import { readTextSitemap } from "./text-sitemap.ts";

/**
 * Parses a sitemap file in XML or with one URL per line. Returns `error`, a predicate, if the file
 * isn't a valid sitemap. Reads the text in a single pass, because files may have 50 MB. Rejects
 * DTDs, so entities can't expand.
 */
export function readSitemap(
  xml: string,
  { maxEntries = 50_000 } = {},
): Sitemap | { error: string } {
  const root = findRoot(xml);
  if ("error" in root) return readTextSitemap(xml, maxEntries) ?? root;
  const { kind, prefix } = root;
  const names = {
    entry: prefix + (kind === "urlset" ? "url" : "sitemap"),
    loc: `${prefix}loc`,
    lastmod: `${prefix}lastmod`,
  };
  const parseDate = createDateParser();
  const entries: SitemapEntry[] = [];
  const errors: EntryError[] = [];
  let depth = 1;
  let entryStart = 0;
  let isEntry = false;
  let field: "loc" | "lastmod" | undefined;
  let fields = { loc: "", lastmod: "" };

  for (let at = root.end; ; ) {
    const open = xml.indexOf("<", at);
    if (open === -1) return { error: "ends before the end of its list" };
    if (field && open > at) fields[field] += decodeEntities(xml.slice(at, open));

    const markCode = xml.charCodeAt(open + 1);
    if (markCode === SLASH) {
      depth -= 1;
      at = xml.indexOf(">", open) + 1;
      if (at === 0) return { error: "ends inside a tag" };
      if (depth === 0) return { kind, entries, errors, isTruncated: false };
      field = undefined;
      if (depth === 1 && isEntry) {
        const loc = fields.loc.trim();
        const modified = parseDate(fields.lastmod);
        if (loc === "") errors.push({ at: entryStart, error: "has no URL" });
        else if (entries.length === maxEntries) return { kind, entries, errors, isTruncated: true };
        else {
          entries.push({ at: entryStart, loc, modified });
          if (modified === undefined && fields.lastmod.trim() !== "")
            errors.push({
              at: entryStart,
              error: `has the invalid lastmod date "${fields.lastmod.trim().slice(0, 60)}"`,
            });
        }
      }
    } else if (markCode === BANG || markCode === QUESTION) {
      const end = findMarkupEnd(xml, open);
      if (end === undefined) return { error: "has a DTD or unclosed markup" };
      if (field && xml.startsWith("<![CDATA[", open)) fields[field] += xml.slice(open + 9, end - 3);
      at = end;
    } else {
      const tag = readTag(xml, open);
      if (!tag) return { error: "ends inside a tag" };
      at = tag.end;
      if (depth === 1) {
        isEntry =
          xml.startsWith(names.entry, open + 1) && tag.nameEnd === open + 1 + names.entry.length;
        fields = { loc: "", lastmod: "" };
        entryStart = open;
      }
      if (tag.isEmpty) continue;
      depth += 1;
      field = undefined;
      if (depth === 3 && isEntry) {
        const name = xml.slice(open + 1, tag.nameEnd);
        if (name === names.loc) field = "loc";
        else if (name === names.lastmod) field = "lastmod";
      }
    }
  }
}

const [BANG, SLASH, QUESTION, GREATER] = [0x21, 0x2f, 0x3f, 0x3e];

interface Root {
  readonly kind: Sitemap["kind"];
  /** The namespace prefix with its colon, or an empty string. */
  readonly prefix: string;
  readonly end: number;
}

function findRoot(xml: string): Root | { error: string } {
  for (let at = 0; ; ) {
    const open = xml.indexOf("<", at);
    if (open === -1 || /[^\s\ufeff]/.test(xml.slice(at, Math.min(open, at + 100))))
      return { error: "isn't XML" };
    const mark = xml.charCodeAt(open + 1);
    if (mark === BANG || mark === QUESTION) {
      const end = findMarkupEnd(xml, open);
      if (end === undefined)
        return {
          error: /^<!doctype html/i.test(xml.slice(open, open + 14))
            ? "is a web page, not a sitemap"
            : "has a DTD, which isn't allowed",
        };
      at = end;
      continue;
    }
    const tag = readTag(xml, open);
    const [, prefix = "", kind] =
      /^([^:]*:)?(urlset|sitemapindex)$/.exec(tag ? xml.slice(open + 1, tag.nameEnd) : "") ?? [];
    if (!tag || !kind)
      return { error: "isn't a sitemap, because its root is neither urlset nor sitemapindex" };
    if (tag.isEmpty) return { error: "is empty" };
    return { kind: kind as Root["kind"], prefix, end: tag.end };
  }
}

/**
 * Returns the end of a comment, CDATA section or processing instruction. Returns undefined if it is
 * unclosed, or for a DTD.
 */
function findMarkupEnd(xml: string, open: number): number | undefined {
  if (xml.startsWith("<!--", open)) return endAfter(xml, "-->", open + 4);
  if (xml.startsWith("<![CDATA[", open)) return endAfter(xml, "]]>", open + 9);
  return xml.charCodeAt(open + 1) === QUESTION ? endAfter(xml, "?>", open + 2) : undefined;
}

function endAfter(xml: string, close: string, from: number): number | undefined {
  const at = xml.indexOf(close, from);
  return at === -1 ? undefined : at + close.length;
}

interface Tag {
  readonly nameEnd: number;
  /** The offset after the `>`. */
  readonly end: number;
  readonly isEmpty: boolean;
}

/**
 * Reads a start tag. A `>` within quotes doesn't end it. Returns undefined if the tag is unclosed.
 */
function readTag(xml: string, open: number): Tag | undefined {
  let nameEnd = open + 1;
  for (let code = xml.charCodeAt(nameEnd); code > 0x20 && code !== GREATER && code !== SLASH; )
    code = xml.charCodeAt(++nameEnd);
  if (xml.charCodeAt(nameEnd) === GREATER) return { nameEnd, end: nameEnd + 1, isEmpty: false };
  for (let at = nameEnd; at < xml.length; at++) {
    const letter = xml[at];
    if (letter === ">") return { nameEnd, end: at + 1, isEmpty: xml[at - 1] === "/" };
    if (letter === '"' || letter === "'") {
      at = xml.indexOf(letter, at + 1);
      if (at === -1) return undefined;
    }
  }
  return undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/**
 * Creates a parser of W3C dates and times to RFC 3339 in UTC. It caches results, because sitemaps
 * repeat dates.
 */
function createDateParser(): (text: string) => string | undefined {
  const cache = new Map<string, string | undefined>();
  return (text) => {
    if (text === "") return undefined;
    if (cache.has(text)) return cache.get(text);
    const form = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/i.exec(
      text.trim(),
    );
    const time = form ? Date.parse(form[3] && !form[6] ? `${form[0]}Z` : form[0]) : Number.NaN;
    const date = Number.isNaN(time) ? undefined : new Date(time).toISOString();
    cache.set(text, date);
    return date;
  };
}
