import type { DefaultTreeAdapterTypes as Tree } from "parse5";

const INVISIBLE_TAGS = new Set(
  "head script style template noscript noframes iframe frame frameset object embed applet canvas audio video svg title dialog area datalist math button input select textarea option optgroup label".split(
    " ",
  ),
);
const HIDING_CLASS =
  /(?:^|\s)(?:hidden|d-none|is-hidden|sr-only|visually-?hidden|screen-reader-text|skip-?(?:link|to-content)|linenos?|gutter)(?:\s|$)/i;

/**
 * Whether the reader includes an element (decision 010): it isn't hidden, a form control or a
 * heading's permalink.
 */
export function isVisible(element: Tree.Element): boolean {
  if (INVISIBLE_TAGS.has(element.tagName)) return false;
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  if (attributes["hidden"] !== undefined || attributes["aria-hidden"] === "true") return false;
  if (
    /(?:display:\s*none|visibility:\s*hidden)/i.test(attributes["style"] ?? "") ||
    HIDING_CLASS.test(attributes["class"] ?? "")
  )
    return false;
  return !(
    element.tagName === "a" &&
    attributes["href"]?.includes("#") &&
    /^[¶#§🔗\uf0c1]$/u.test(textContent(element).trim())
  );
}

function textContent(node: Tree.Node): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value;
  return "childNodes" in node ? node.childNodes.map(textContent).join("") : "";
}

/**
 * Converts footnotes to plain blocks for a Markdown parser without footnote support. `loose` lists
 * the labels of references without a footnote and of footnotes without a reference.
 */
export function expandFootnotes(markdown: string): {
  markdown: string;
  notes: number;
  loose: string[];
} {
  const notes = new Set<string>();
  let isInNote = false;
  let fence = "";
  const lines = markdown.split("\n").map((line) => {
    const [, label, text] = (fence === "" && /^\[\^([^\]\s]+)\]: (.*)$/.exec(line)) || [];
    if (label !== undefined) notes.add(label);
    if (label !== undefined || /^\S/.test(line)) isInNote = label !== undefined;
    if (label !== undefined) return `\n${text}`;
    const mark = /^ *(```+)/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark !== "" && line.trim() === fence) fence = "";
    return isInNote ? line.replace(/^ {4}/, "") : line;
  });
  const references = new Set(
    notes.size > 0
      ? Array.from(lines.join("\n").matchAll(/\[\^([^\]\s]+)\]/g), ([, label]) => label!)
      : [],
  );
  return {
    markdown: lines.join("\n"),
    notes: notes.size,
    loose: [...references, ...notes].filter((label) => references.has(label) !== notes.has(label)),
  };
}

/**
 * Whether a table only lays out the page (decision 010): it has a presentation role, a single
 * column or row, or contains tables, headings or multi-line code.
 */
export function isLayoutTable(table: Element, isVisible: (element: Element) => boolean): boolean {
  let rows = 0;
  let headers = 0;
  let maxColumns = 0;
  let hasBlocks = false;
  const inspect = (node: Tree.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!("tagName" in child) || !isVisible(child)) continue;
      const name = child.tagName;
      if (name === "table" || /^h[1-6]$/.test(name)) hasBlocks = true;
      if (name === "pre" && countLines(child) > 1) hasBlocks = true;
      if (name === "tr") {
        rows++;
        const cells = child.childNodes.filter(
          (each) => each.nodeName === "td" || each.nodeName === "th",
        );
        headers += cells.filter((each) => each.nodeName === "th").length;
        maxColumns = Math.max(maxColumns, cells.length);
      }
      if (name !== "table" && name !== "pre") inspect(child);
    }
  };
  inspect(table);
  const isMarked = table.attrs.some(
    ({ name, value }) => name === "role" && /^(?:presentation|none)$/i.test(value),
  );
  return isMarked || hasBlocks || maxColumns < 2 || (rows < 2 && headers === 0);
}

function countLines(node: Tree.Node): number {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value.trim().split("\n").length;
  if (node.nodeName === "br") return 2;
  return "childNodes" in node ? Math.max(1, ...node.childNodes.map(countLines)) : 1;
}

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
