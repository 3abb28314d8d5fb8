import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { isLayoutTable } from "./layout-table.ts";
import {
  CODE_TAGS,
  codeBlockText,
  collapseWhitespace,
  inlineCodePieces,
  isElement,
  LIST_TAGS,
  listItems,
  readAttribute,
  removeWhitespace,
  tableCells,
  visibleChildren,
  visibleText,
} from "./page-text.ts";
import { isVisible } from "./visibility.ts";

/** What of a page must come through: each kind is a list of its things as text, white space folded. */
export interface PageFacts {
  /** Level and text. */
  readonly headings: string[];
  /** Absolute address and text. */
  readonly links: string[];
  /** Spans, and blocks to the letter. */
  readonly code: string[];
  readonly cells: string[];
  /** The text of an item less that of lists inside of it; a term with its definitions is one. */
  readonly items: string[];
  /** Whether it is ordered, and how many items it has. */
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

/** Where a node stands. */
interface NodePosition {
  readonly heading: boolean;
  readonly cell: boolean;
  readonly pre: boolean;
  readonly code: boolean;
  readonly link: boolean;
}

/** The facts of an HTML page, read with parse5: of Jackfield's own pages as Markdown and of what they were made from alike. */
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

  function visit(node: Tree.ParentNode, location: NodePosition): void {
    for (const child of visibleChildren(node)) {
      if (!isElement(child)) continue;
      visit(child, addTextFact(child, location));
    }
  }

  function addTextFact(element: Element, location: NodePosition): NodePosition {
    const name = element.tagName;
    if (/^h[1-6]$/.test(name) && !location.cell) {
      addFact(facts.headings, collapseWhitespace(visibleText(element)), `${name} `);
      return { ...location, heading: true };
    }
    if (name === "a") {
      const href = readAttribute(element, "href");
      const isOwnPlace = location.heading && href?.startsWith("#");
      const address = href === undefined || isOwnPlace ? undefined : URL.parse(href, base);
      const text = visibleText(element)
        .split("\n")
        .map(collapseWhitespace)
        .find((line) => line !== "");
      if (!location.pre && address && /^(?:https?|mailto|tel):$/.test(address.protocol))
        addFact(facts.links, text ?? "", `${address.href} `);
      return { ...location, link: true };
    }
    if (name === "pre" && !location.pre) {
      if (location.cell || location.heading)
        addFact(facts.code, collapseWhitespace(visibleText(element)));
      else addFact(facts.code, codeBlockText(element), "block ");
      return { ...location, pre: true };
    }
    if (CODE_TAGS.has(name) && !location.pre && !location.code) {
      for (const piece of inlineCodePieces(element)) addFact(facts.code, collapseWhitespace(piece));
      return { ...location, code: true };
    }
    if (name === "table" && !location.cell && !isLayoutTable(element, isVisible)) {
      for (const cell of tableCells(element))
        addFact(facts.cells, removeWhitespace(visibleText(cell, "marked")));
      return { ...location, cell: true };
    }
    if (LIST_TAGS.has(name) && !location.cell) {
      const items = listItems(element).filter(
        (item) => removeWhitespace(item.map((each) => visibleText(each)).join("")) !== "",
      );
      for (const item of items)
        addFact(
          facts.items,
          removeWhitespace(item.map((each) => visibleText(each, "ownOnly")).join(" ")),
        );
      if (items.length > 0 && name !== "dl")
        facts.lists.push(`${name === "ol" ? "ol" : "ul"} of ${items.length}`);
    }
    return location;
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
