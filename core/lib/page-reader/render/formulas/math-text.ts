import { type HtmlNode, TEXT, walk } from "../../parse/tree.ts";

/** Separators between the operands of MathML's two-dimensional elements in a line of text. */
const SEPARATORS: Record<string, string> = {
  mfrac: "/",
  msup: "^",
  msub: "_",
  munder: "_",
  mover: "^",
  msubsup: "_",
  munderover: "_",
};

/**
 * A formula of MathML without TeX in one line, such as `x^2` or `(a+b)/c`. Operands with several
 * parts are in parentheses.
 */
export function mathText(math: HtmlNode): string {
  const parts: string[] = [];
  const grouped = new Set<HtmlNode>();
  walk(
    math,
    (node) => {
      if (node.tag === TEXT) {
        parts.push(node.text.trim());
        return true;
      }
      const { name } = node.tag;
      if (name === "annotation" || name === "annotation-xml") return false;
      if (node === math) return true;
      const separator = node.parent ? SEPARATORS[node.parent.tag.name] : undefined;
      if (separator !== undefined) {
        const position = operandIndex(node);
        if (position > 0) parts.push(position === 2 ? "^" : separator);
        if (name !== "msqrt" && hasSeveralParts(node)) {
          grouped.add(node);
          parts.push("(");
        }
      }
      if (name === "msqrt") {
        parts.push("√(");
        grouped.add(node);
      }
      return true;
    },
    (node) => {
      if (grouped.has(node)) parts.push(")");
      if (node.tag.name === "mtd") parts.push(" ");
    },
  );
  return parts.join("").trim();
}

/** The position among the first three operands. Elements have no more. */
function operandIndex(node: HtmlNode): number {
  let index = 0;
  for (let child = node.parent!.firstChild; child && child !== node && index < 3; ) {
    if (child.tag !== TEXT) index++;
    child = child.nextSibling;
  }
  return index;
}

function hasSeveralParts(node: HtmlNode): boolean {
  let count = 0;
  for (let child = node.firstChild; child && count < 2; child = child.nextSibling)
    if (child.tag !== TEXT) count++;
  return count > 1;
}
