import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { isLayout } from "./layout.ts";
import {
  attribute,
  blockOf,
  cellsOf,
  childrenOf,
  codes,
  folded,
  isElement,
  itemsOf,
  lists,
  piecesOf,
  squeezed,
  textOf,
} from "./page-text.ts";
import { isShown } from "./shown.ts";

/** What of a page must come through: each kind is a list of its things as text, white space folded. */
export interface Facts {
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

export const KINDS = ["headings", "links", "code", "cells", "items", "lists", "words"] as const;

type Element = Tree.Element;

/** Where a node stands. */
interface Place {
  readonly heading: boolean;
  readonly cell: boolean;
  readonly pre: boolean;
  readonly code: boolean;
  readonly link: boolean;
}

/** The facts of an HTML page, read with parse5: of Jackfield's own pages as Markdown and of what they were made from alike. */
export function factsOf(html: string, url: string): Facts {
  const facts: Facts = {
    headings: [],
    links: [],
    code: [],
    cells: [],
    items: [],
    lists: [],
    words: [],
  };
  const document = parse(html);
  const base = baseOf(document, url);
  visit(document, { heading: false, cell: false, pre: false, code: false, link: false });
  facts.words.push(...folded(textOf(document)).split(" "));
  return facts;

  function visit(node: Tree.ParentNode, place: Place): void {
    for (const child of childrenOf(node)) {
      if (!isElement(child)) continue;
      visit(child, note(child, place));
    }
  }

  function note(element: Element, place: Place): Place {
    const name = element.tagName;
    if (/^h[1-6]$/.test(name) && !place.cell) {
      add(facts.headings, folded(textOf(element)), `${name} `);
      return { ...place, heading: true };
    }
    if (name === "a") {
      const href = attribute(element, "href");
      const isOwnPlace = place.heading && href?.startsWith("#");
      const address = href === undefined || isOwnPlace ? undefined : URL.parse(href, base);
      const text = textOf(element)
        .split("\n")
        .map(folded)
        .find((line) => line !== "");
      if (!place.pre && address && /^(?:https?|mailto|tel):$/.test(address.protocol))
        add(facts.links, text ?? "", `${address.href} `);
      return { ...place, link: true };
    }
    if (name === "pre" && !place.pre) {
      if (place.cell || place.heading) add(facts.code, folded(textOf(element)));
      else add(facts.code, blockOf(element), "block ");
      return { ...place, pre: true };
    }
    if (codes.has(name) && !place.pre && !place.code) {
      for (const piece of piecesOf(element)) add(facts.code, folded(piece));
      return { ...place, code: true };
    }
    if (name === "table" && !place.cell && !isLayout(element, isShown)) {
      for (const cell of cellsOf(element)) add(facts.cells, squeezed(textOf(cell, "marked")));
      return { ...place, cell: true };
    }
    if (lists.has(name) && !place.cell) {
      const items = itemsOf(element).filter(
        (item) => squeezed(item.map((each) => textOf(each)).join("")) !== "",
      );
      for (const item of items)
        add(facts.items, squeezed(item.map((each) => textOf(each, "ownOnly")).join(" ")));
      if (items.length > 0 && name !== "dl")
        facts.lists.push(`${name === "ol" ? "ol" : "ul"} of ${items.length}`);
    }
    return place;
  }
}

function add(list: string[], text: string, before = ""): void {
  if (text !== "") list.push(before + text);
}

function baseOf(document: Tree.Document, url: string): string {
  const find = (node: Tree.ParentNode): string | undefined => {
    for (const child of node.childNodes) {
      if (child.nodeName === "base") return attribute(child as Element, "href");
      const found = "childNodes" in child ? find(child) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return URL.parse(find(document) ?? "", url)?.href ?? url;
}
