import { readTextSitemap } from "./text-sitemap.ts";

/** What a sitemap file lists (sitemaps.org, 0.9): pages, or other files. */
export interface Sitemap {
  readonly kind: "urlset" | "sitemapindex";
  /** In its order. */
  readonly entries: readonly SitemapEntry[];
  /** What is wrong with entries: those without an address are left out. */
  readonly faults: readonly SitemapFault[];
  /** Whether it lists more than was read. */
  readonly isCut: boolean;
}

export interface SitemapEntry {
  /** Where it begins in the text. */
  readonly at: number;
  /** As written, without the space around it; entities and CDATA resolved. */
  readonly loc: string;
  /** RFC 3339, UTC. */
  readonly modified: string | undefined;
}

/** What is wrong with an entry, as a half-sentence, and where the entry begins. */
export interface SitemapFault {
  readonly at: number;
  readonly wrong: string;
}

/**
 * Reads a sitemap file, XML or an address a line, or says in a half-sentence what is wrong with it. One pass over the text that never goes back,
 * since files of 50 MB are allowed; a DTD is refused, so no entity can grow.
 */
export function readSitemap(xml: string, { most = 50_000 } = {}): Sitemap | { wrong: string } {
  const root = findRoot(xml);
  if ("wrong" in root) return readTextSitemap(xml, most) ?? root;
  const { kind, prefix } = root;
  const names = {
    entry: prefix + (kind === "urlset" ? "url" : "sitemap"),
    loc: `${prefix}loc`,
    lastmod: `${prefix}lastmod`,
  };
  const parseDate = createDateParser();
  const entries: SitemapEntry[] = [];
  const faults: SitemapFault[] = [];
  let depth = 1;
  let entryStart = 0;
  let isEntry = false;
  let field: "loc" | "lastmod" | undefined;
  let fields = { loc: "", lastmod: "" };

  for (let at = root.end; ; ) {
    const open = xml.indexOf("<", at);
    if (open === -1) return { wrong: "ends before its list does" };
    if (field && open > at) fields[field] += decodeEntities(xml.slice(at, open));

    const markCode = xml.charCodeAt(open + 1);
    if (markCode === SLASH) {
      depth -= 1;
      at = xml.indexOf(">", open) + 1;
      if (at === 0 || depth === 0)
        return at === 0 ? { wrong: "ends inside a tag" } : { kind, entries, faults, isCut: false };
      field = undefined;
      if (depth === 1 && isEntry) {
        const loc = fields.loc.trim();
        const modified = parseDate(fields.lastmod);
        if (loc === "") faults.push({ at: entryStart, wrong: "has no address" });
        else if (entries.length === most) return { kind, entries, faults, isCut: true };
        else {
          entries.push({ at: entryStart, loc, modified });
          if (modified === undefined && fields.lastmod.trim() !== "")
            faults.push({
              at: entryStart,
              wrong: `has the lastmod ${fields.lastmod.trim().slice(0, 60)}, which is no date`,
            });
        }
      }
    } else if (markCode === BANG || markCode === QUESTION) {
      const end = findMarkupEnd(xml, open);
      if (end === undefined) return { wrong: "has a DTD, or markup without an end" };
      if (field && xml.startsWith("<![CDATA[", open)) fields[field] += xml.slice(open + 9, end - 3);
      at = end;
    } else {
      const tag = readTag(xml, open);
      if (!tag) return { wrong: "ends inside a tag" };
      at = tag.end;
      if (depth === 1) {
        isEntry =
          xml.startsWith(names.entry, open + 1) && tag.nameEnd === open + 1 + names.entry.length;
        fields = { loc: "", lastmod: "" };
        entryStart = open;
      }
      if (tag.isEmpty) continue;
      depth += 1;
      if (depth === 3 && isEntry) {
        const name = xml.slice(open + 1, tag.nameEnd);
        field = name === names.loc ? "loc" : name === names.lastmod ? "lastmod" : undefined;
      } else field = undefined;
    }
  }
}

const [BANG, SLASH, QUESTION, GREATER] = [0x21, 0x2f, 0x3f, 0x3e];

interface Root {
  readonly kind: Sitemap["kind"];
  /** The namespace's prefix with its colon, or nothing. */
  readonly prefix: string;
  readonly end: number;
}

function findRoot(xml: string): Root | { wrong: string } {
  for (let at = 0; ; ) {
    const open = xml.indexOf("<", at);
    if (open === -1 || /[^\s\ufeff]/.test(xml.slice(at, Math.min(open, at + 100))))
      return { wrong: "is no XML" };
    const mark = xml.charCodeAt(open + 1);
    if (mark === BANG || mark === QUESTION) {
      const end = findMarkupEnd(xml, open);
      if (end === undefined)
        return {
          wrong: /^<!doctype html/i.test(xml.slice(open, open + 14))
            ? "is a web page, no sitemap"
            : "has a DTD, which is refused",
        };
      at = end;
      continue;
    }
    const tag = readTag(xml, open);
    const [, prefix = "", kind] =
      /^([^:]*:)?(urlset|sitemapindex)$/.exec(tag ? xml.slice(open + 1, tag.nameEnd) : "") ?? [];
    if (!tag || !kind)
      return { wrong: "is no sitemap: its first element is neither urlset nor sitemapindex" };
    if (tag.isEmpty) return { wrong: "is empty" };
    return { kind: kind as Root["kind"], prefix, end: tag.end };
  }
}

/** The end of a comment, a CDATA section or a processing instruction; none where it has none, and of a DTD. */
function findMarkupEnd(xml: string, open: number): number | undefined {
  const [start, close] = xml.startsWith("<!--", open)
    ? [4, "-->"]
    : xml.startsWith("<![CDATA[", open)
      ? [9, "]]>"]
      : [2, "?>"];
  if (close === "?>" && xml.charCodeAt(open + 1) !== QUESTION) return undefined;
  const end = xml.indexOf(close, open + start);
  return end === -1 ? undefined : end + close.length;
}

interface Tag {
  readonly nameEnd: number;
  /** After its `>`. */
  readonly end: number;
  readonly isEmpty: boolean;
}

/** A start tag; a `>` within quotes does not end it. */
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
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** W3C dates and times as RFC 3339 in UTC; none where it is neither. Files repeat them, so each is worked out once. */
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
