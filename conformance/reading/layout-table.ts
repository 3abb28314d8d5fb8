import type { DefaultTreeAdapterTypes as Tree } from "parse5";

type Element = Tree.Element;

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
