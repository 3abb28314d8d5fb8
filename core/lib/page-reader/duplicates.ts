import { BLOCK } from "./tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "./tree.ts";

/** Shorter blocks, such as prices and buttons, may repeat legitimately. */
const MIN_LETTERS = 25;

/**
 * Drops blocks whose text already occurred on the page. Pages repeat blocks to show one copy on
 * narrow screens and one on wide screens. Skips code and tables. Returns the dropped blocks.
 */
export function dropDuplicates(main: HtmlNode): HtmlNode[] {
  const seen = new Set<string>();
  const dropped: HtmlNode[] = [];
  let block: HtmlNode | undefined;
  let parts: string[] = [];
  walk(
    main,
    (node) => {
      if (isExcluded(node)) return false;
      if (node.tag.name === "pre" || node.tag.name === "table") {
        block = undefined;
        return false;
      }
      if (node.tag === TEXT) parts.push(node.text);
      else if (node.tag.traits & BLOCK) {
        block = node;
        parts = [];
      }
      return true;
    },
    (node) => {
      if (node !== block) return;
      block = undefined;
      const text = parts.join("").replace(/\s+/g, " ").trim();
      if (text.length < MIN_LETTERS) return;
      if (!seen.has(text)) seen.add(text);
      else {
        node.dropped = true;
        dropped.push(node);
      }
    },
  );
  return dropped;
}
