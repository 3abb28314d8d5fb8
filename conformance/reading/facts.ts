import { marked } from "marked";
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { markdownDialect } from "../../core/lib/page-reader/dialects/markdown-dialect.ts";
import { parseHtml } from "../../core/lib/page-reader/parse/parse-html.ts";
import { resolveBase } from "../../core/lib/page-reader/render/links.ts";
import { render } from "../../core/lib/page-reader/render/render.ts";
import {
  CODE_TAGS,
  codeBlockText,
  collapseWhitespace,
  expandFootnotes,
  inlineCodePieces,
  isElement,
  isLayoutTable,
  isVisible,
  LIST_TAGS,
  listItems,
  readAttribute,
  removeWhitespace,
  tableCells,
  visibleChildren,
  visibleText,
} from "./page-text.ts";

/** The facts of a page that a conversion must retain, as text with collapsed white space. */
export interface PageFacts {
  /** Level and text, such as `h2 Usage`. */
  readonly headings: string[];
  /** Absolute URL and text. */
  readonly links: string[];
  /** Code spans, and code blocks with exact white space. */
  readonly code: string[];
  readonly cells: string[];
  /** The text of list items without nested lists. A term and its definitions form one item. */
  readonly items: string[];
  /** Type and number of items, such as `ol of 3`. */
  readonly lists: string[];
  readonly words: string[];
}

export const FACT_KINDS = [
  "headings",
  "links",
  "code",
  "cells",
  "items",
  "lists",
  "words",
] as const;

type Element = Tree.Element;

/** The kinds of elements around a node. */
interface Ancestors {
  readonly heading: boolean;
  readonly cell: boolean;
  readonly pre: boolean;
  readonly code: boolean;
  readonly link: boolean;
}

/**
 * Extracts the facts of an HTML page with parse5. Used for original pages and for Jackfield's
 * Markdown converted to HTML.
 */
export function extractFacts(html: string, url: string): PageFacts {
  const facts: PageFacts = {
    headings: [],
    links: [],
    code: [],
    cells: [],
    items: [],
    lists: [],
    words: [],
  };
  const document = parse(html);
  const base = readBaseUrl(document, url);
  visit(document, { heading: false, cell: false, pre: false, code: false, link: false });
  facts.words.push(...collapseWhitespace(visibleText(document)).split(" "));
  return facts;

  function visit(node: Tree.ParentNode, ancestors: Ancestors): void {
    for (const child of visibleChildren(node)) {
      if (!isElement(child)) continue;
      visit(child, addElementFacts(child, ancestors));
    }
  }

  function addElementFacts(element: Element, ancestors: Ancestors): Ancestors {
    const name = element.tagName;
    if (/^h[1-6]$/.test(name) && !ancestors.cell) {
      addFact(facts.headings, collapseWhitespace(visibleText(element)), `${name} `);
      return { ...ancestors, heading: true };
    }
    if (name === "a") {
      const href = readAttribute(element, "href");
      const isSelfLink = ancestors.heading && href?.startsWith("#");
      const address = href === undefined || isSelfLink ? undefined : URL.parse(href, base);
      const text = visibleText(element)
        .split("\n")
        .map(collapseWhitespace)
        .find((line) => line !== "");
      if (!ancestors.pre && address && /^(?:https?|mailto|tel):$/.test(address.protocol))
        addFact(facts.links, text ?? "", `${address.href} `);
      return { ...ancestors, link: true };
    }
    if (name === "pre" && !ancestors.pre) {
      if (ancestors.cell || ancestors.heading)
        addFact(facts.code, collapseWhitespace(visibleText(element)));
      else addFact(facts.code, codeBlockText(element), "block ");
      return { ...ancestors, pre: true };
    }
    if (CODE_TAGS.has(name) && !ancestors.pre && !ancestors.code) {
      for (const piece of inlineCodePieces(element)) addFact(facts.code, collapseWhitespace(piece));
      return { ...ancestors, code: true };
    }
    if (name === "table" && !ancestors.cell && !isLayoutTable(element, isVisible)) {
      for (const cell of tableCells(element))
        addFact(facts.cells, removeWhitespace(visibleText(cell, "markers")));
      return { ...ancestors, cell: true };
    }
    if (LIST_TAGS.has(name) && !ancestors.cell) {
      const items = listItems(element).filter(
        (item) => removeWhitespace(item.map((each) => visibleText(each)).join("")) !== "",
      );
      for (const item of items)
        addFact(
          facts.items,
          removeWhitespace(item.map((each) => visibleText(each, "withoutLists")).join(" ")),
        );
      if (items.length > 0 && name !== "dl")
        facts.lists.push(`${name === "ol" ? "ol" : "ul"} of ${items.length}`);
    }
    return ancestors;
  }
}

function addFact(list: string[], text: string, before = ""): void {
  if (text !== "") list.push(before + text);
}

function readBaseUrl(document: Tree.Document, url: string): string {
  const find = (node: Tree.ParentNode): string | undefined => {
    for (const child of node.childNodes) {
      if (child.nodeName === "base") return readAttribute(child as Element, "href");
      const match = "childNodes" in child ? find(child) : undefined;
      if (match !== undefined) return match;
    }
    return undefined;
  };
  return URL.parse(find(document) ?? "", url)?.href ?? url;
}

/** How many facts of one kind a conversion retains. */
export interface Retention {
  /** The number of facts in the source. */
  total: number;
  /** The number of them that the result also has. */
  retained: number;
}

export type RetentionByKind = Record<keyof PageFacts, Retention>;

/** Creates counts of zero. */
export function createRetention(): RetentionByKind {
  return Object.fromEntries(
    FACT_KINDS.map((kind) => [kind, { total: 0, retained: 0 }]),
  ) as RetentionByKind;
}

/**
 * The texts in `source` that are missing in `result`. Texts that occur several times are matched
 * one to one.
 */
export function findLost(source: readonly string[], result: readonly string[]): string[] {
  const unmatched = new Map<string, number>();
  for (const text of result) unmatched.set(text, (unmatched.get(text) ?? 0) + 1);
  return source.filter((text) => {
    const count = unmatched.get(text) ?? 0;
    unmatched.set(text, count - 1);
    return count <= 0;
  });
}

/** Adds the counts of one page to `sum`. */
export function addRetention(sum: RetentionByKind, source: PageFacts, result: PageFacts): void {
  for (const kind of FACT_KINDS) {
    sum[kind].total += source[kind].length;
    sum[kind].retained += source[kind].length - findLost(source[kind], result[kind]).length;
  }
}

/** The retained percentage, rounded down to a tenth, so only a full match is 100. */
export function toPercent({ total, retained }: Retention): number {
  return total === 0 ? 100 : Math.floor((1000 * retained) / total) / 10;
}

/** Converts the whole visible page to Markdown, including the site's frame. */
export function wholePageToMarkdown(html: string, url: string): string {
  const { root, head } = parseHtml(html);
  return render(root, markdownDialect, resolveBase(url, head.base));
}

/** Extracts the facts of Markdown, parsed by marked. Footnotes count as plain blocks. */
export function extractMarkdownFacts(
  source: string,
  url: string,
): { facts: PageFacts; notes: number; looseNotes: string[] } {
  const { markdown, notes, loose } = expandFootnotes(source);
  return {
    facts: extractFacts(marked.parse(markdown, { async: false, gfm: true }), url),
    notes,
    looseNotes: loose,
  };
}
