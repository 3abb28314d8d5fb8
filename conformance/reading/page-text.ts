import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { isVisible } from "./visibility.ts";

type Element = Tree.Element;

const BLOCK_TAGS = new Set(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
export const LIST_TAGS = new Set(["ul", "ol", "dl", "menu", "dir"]);
export const CODE_TAGS = new Set(["code", "kbd", "samp", "tt"]);

/**
 * The visible text of a node, with each block on its own line. `markers` adds list markers,
 * `withoutLists` skips nested lists.
 */
export function visibleText(node: Tree.Node, mode?: "markers" | "withoutLists"): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value.replace(/\s+/g, " ");
  if (!("childNodes" in node)) return "";
  const { nodeName: name } = node;
  if (name === "br") return " ";
  if (name === "img") return readAttribute(node as Element, "alt") ?? "";
  const children = visibleChildren(node).filter(
    (child) => mode !== "withoutLists" || !LIST_TAGS.has(child.nodeName),
  );
  const text = children.map((child) => visibleText(child, mode)).join("");
  if (!BLOCK_TAGS.has(name)) return text;
  const isMarked = mode === "markers" && (name === "li" || name === "dt") && text.trim() !== "";
  return isMarked ? `\n${itemMarker(node as Element)}${text}\n` : `\n${text}\n`;
}

function itemMarker(item: Element): string {
  const { parentNode: list } = item;
  if (list?.nodeName !== "ol") return "- ";
  const index = visibleChildren(list)
    .filter((each) => each.nodeName === "li" && visibleText(each).trim() !== "")
    .indexOf(item);
  return `${index + Number(readAttribute(list as Element, "start") ?? 1)}. `;
}

/** The exact text of a code block, without trailing white space. */
export function codeBlockText(pre: Element): string {
  let text = "";
  const take = (node: Tree.Node): void => {
    if (node.nodeName === "#text") text += (node as Tree.TextNode).value;
    else if (node.nodeName === "br") text += "\n";
    else if ("childNodes" in node) {
      const isLine = node !== pre && BLOCK_TAGS.has(node.nodeName);
      if (isLine && text !== "" && !text.endsWith("\n")) text += "\n";
      visibleChildren(node).forEach(take);
      if (isLine && !text.endsWith("\n")) text += "\n";
    }
  };
  take(pre);
  return removeInvisible(text).replace(/^\n/, "").trimEnd();
}

/** The text of inline code, split at line breaks and at the start and end of links. */
export function inlineCodePieces(code: Element): string[] {
  const pieces = [""];
  const take = (node: Tree.Node): void => {
    if (node.nodeName === "#text") pieces[pieces.length - 1] += (node as Tree.TextNode).value;
    else if (node.nodeName === "br") pieces.push("");
    else if ("childNodes" in node) {
      const isLink = node.nodeName === "a" && readAttribute(node as Element, "href") !== undefined;
      if (isLink) pieces.push("");
      visibleChildren(node).forEach(take);
      if (isLink) pieces.push("");
    }
  };
  take(code);
  return pieces;
}

/** The cells of a table, without the cells of nested tables. */
export function tableCells(table: Element): Element[] {
  return visibleChildren(table)
    .filter(isElement)
    .flatMap((child) =>
      child.tagName === "td" || child.tagName === "th" ? [child] : tableCells(child),
    );
}

/** The items of a list, each as a list of elements. A term and its definitions form one item. */
export function listItems(list: Element): Element[][] {
  const items: Element[][] = [];
  const take = (parent: Element): void => {
    for (const child of visibleChildren(parent).filter(isElement)) {
      if (child.tagName === "dd" && items.length > 0 && list.tagName === "dl")
        items.at(-1)!.push(child);
      else if (child.tagName === "li" || child.tagName === "dt" || child.tagName === "dd")
        items.push([child]);
      else if (child.tagName === "div" && list.tagName === "dl") take(child);
    }
  };
  take(list);
  return items;
}

/** The visible children of a node, including text nodes. */
export const visibleChildren = (node: Tree.ParentNode): Tree.ChildNode[] =>
  node.childNodes.filter((child) => !isElement(child) || isVisible(child));
export const isElement = (node: Tree.Node): node is Element => "tagName" in node;
export const readAttribute = (element: Element, name: string) =>
  element.attrs.find((each) => each.name === name)?.value;
const removeInvisible = (text: string) =>
  text.replace(/\u00a0/g, " ").replace(/[\p{Cf}\ue000-\uf8ff]/gu, "");
/**
 * Collapses white space. Removes invisible characters and the quotation marks and carets that the
 * reader adds.
 */
export const collapseWhitespace = (text: string) =>
  removeInvisible(text).replace(/[“”^]/g, "").replace(/\s+/g, " ").trim();
/** Like `collapseWhitespace`, but removes all white space. */
export const removeWhitespace = (text: string) => collapseWhitespace(text).replace(/ /g, "");
