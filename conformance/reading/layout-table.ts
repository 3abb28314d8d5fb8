import type { DefaultTreeAdapterTypes as Tree } from "parse5";

type Element = Tree.Element;

/** Whether a table is read cell by cell (decision 010): of one column or one row, or with tables, headings or long code inside. */
export function isLayoutTable(table: Element, isShown: (element: Element) => boolean): boolean {
  let rows = 0;
  let headers = 0;
  let max = 0;
  let holdsBlocks = false;
  const inspect = (node: Tree.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!("tagName" in child) || !isShown(child)) continue;
      const name = child.tagName;
      if (name === "table" || /^h[1-6]$/.test(name)) holdsBlocks = true;
      if (name === "pre" && countLines(child) > 1) holdsBlocks = true;
      if (name === "tr") {
        rows++;
        const cells = child.childNodes.filter(
          (each) => each.nodeName === "td" || each.nodeName === "th",
        );
        headers += cells.filter((each) => each.nodeName === "th").length;
        max = Math.max(max, cells.length);
      }
      if (name !== "table" && name !== "pre") inspect(child);
    }
  };
  inspect(table);
  const isMarked = table.attrs.some(
    ({ name, value }) => name === "role" && /^(?:presentation|none)$/i.test(value),
  );
  return isMarked || holdsBlocks || max < 2 || (rows < 2 && headers === 0);
}

function countLines(node: Tree.Node): number {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value.trim().split("\n").length;
  if (node.nodeName === "br") return 2;
  return "childNodes" in node ? Math.max(1, ...node.childNodes.map(countLines)) : 1;
}
