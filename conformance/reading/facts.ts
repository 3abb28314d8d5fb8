import { type DefaultTreeAdapterTypes as Tree, parse } from "parse5";
import { isShown } from "./shown.ts";
import { isLayout } from "./layout.ts";

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

const blocks = new Set(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul".split(" "),
);
const lists = new Set(["ul", "ol", "dl", "menu", "dir"]);
const codes = new Set(["code", "kbd", "samp", "tt"]);

/** The facts of an HTML page, read with parse5: of Jackfield's own pages as Markdown and of what they were made from alike. */
export function factsOf(html: string, url: string): Facts {
  const facts: Facts = { headings: [], links: [], code: [], cells: [], items: [], lists: [], words: [] };
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
      const text = textOf(element).split("\n").map(folded).find((line) => line !== "");
      if (!place.pre && address && /^(?:https?|mailto|tel):$/.test(address.protocol)) add(facts.links, text ?? "", `${address.href} `);
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
      const items = itemsOf(element).filter((item) => squeezed(item.map((each) => textOf(each)).join("")) !== "");
      for (const item of items) add(facts.items, squeezed(item.map((each) => textOf(each, "ownOnly")).join(" ")));
      if (items.length > 0 && name !== "dl") facts.lists.push(`${name === "ol" ? "ol" : "ul"} of ${items.length}`);
    }
    return place;
  }
}

function add(list: string[], text: string, before = ""): void {
  if (text !== "") list.push(before + text);
}

/** The text that people see; blocks stand on lines of their own. `marked` writes the items' markers, `ownOnly` leaves nested lists out. */
function textOf(node: Tree.Node, how?: "marked" | "ownOnly"): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value.replace(/\s+/g, " ");
  if (!("childNodes" in node)) return "";
  const { nodeName: name } = node;
  if (name === "br") return " ";
  if (name === "img") return attribute(node as Element, "alt") ?? "";
  const children = childrenOf(node).filter((child) => how !== "ownOnly" || !lists.has(child.nodeName));
  const text = children.map((child) => textOf(child, how)).join("");
  if (!blocks.has(name)) return text;
  const isMarked = how === "marked" && (name === "li" || name === "dt") && text.trim() !== "";
  return isMarked ? `\n${markerOf(node as Element)}${text}\n` : `\n${text}\n`;
}

function markerOf(item: Element): string {
  const { parentNode: list } = item;
  if (list?.nodeName !== "ol") return "- ";
  const place = childrenOf(list).filter((each) => each.nodeName === "li" && textOf(each).trim() !== "").indexOf(item);
  return `${place + Number(attribute(list as Element, "start") ?? 1)}. `;
}

/** The text of a code block, to the letter but for its end. */
function blockOf(pre: Element): string {
  let text = "";
  const take = (node: Tree.Node): void => {
    if (node.nodeName === "#text") text += (node as Tree.TextNode).value;
    else if (node.nodeName === "br") text += "\n";
    else if ("childNodes" in node) {
      const isLine = node !== pre && blocks.has(node.nodeName);
      if (isLine && text !== "" && !text.endsWith("\n")) text += "\n";
      childrenOf(node).forEach(take);
      if (isLine && !text.endsWith("\n")) text += "\n";
    }
  };
  take(pre);
  return visible(text).replace(/^\n/, "").trimEnd();
}

/** The text of an inline code, cut where a link begins or ends, or a line. */
function piecesOf(code: Element): string[] {
  const pieces = [""];
  const take = (node: Tree.Node): void => {
    if (node.nodeName === "#text") pieces[pieces.length - 1] += (node as Tree.TextNode).value;
    else if (node.nodeName === "br") pieces.push("");
    else if ("childNodes" in node) {
      const isLink = node.nodeName === "a" && attribute(node as Element, "href") !== undefined;
      if (isLink) pieces.push("");
      childrenOf(node).forEach(take);
      if (isLink) pieces.push("");
    }
  };
  take(code);
  return pieces;
}

function cellsOf(table: Element): Element[] {
  return childrenOf(table).filter(isElement).flatMap((child) => (child.tagName === "td" || child.tagName === "th" ? [child] : cellsOf(child)));
}

/** The items of a list, each as the elements that it consists of. */
function itemsOf(list: Element): Element[][] {
  const items: Element[][] = [];
  const take = (parent: Element): void => {
    for (const child of childrenOf(parent).filter(isElement)) {
      if (child.tagName === "dd" && items.length > 0 && list.tagName === "dl") items.at(-1)!.push(child);
      else if (child.tagName === "li" || child.tagName === "dt" || child.tagName === "dd") items.push([child]);
      else if (child.tagName === "div" && list.tagName === "dl") take(child);
    }
  };
  take(list);
  return items;
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

const childrenOf = (node: Tree.ParentNode): Tree.ChildNode[] => node.childNodes.filter((child) => !isElement(child) || isShown(child));
const isElement = (node: Tree.Node): node is Element => "tagName" in node;
const attribute = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value;
const visible = (text: string) => text.replace(/\u00a0/g, " ").replace(/[\p{Cf}\ue000-\uf8ff]/gu, "");
const folded = (text: string) => visible(text).replace(/[“”^]/g, "").replace(/\s+/g, " ").trim();
const squeezed = (text: string) => folded(text).replace(/ /g, "");
