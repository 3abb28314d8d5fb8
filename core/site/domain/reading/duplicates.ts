import { BLOCK } from "./tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "./tree.ts";

/** What is shorter may well be the same of several things: a price, a button. */
const minLetters = 25;

/** Drops the blocks of text that stand on the page already, word for word: what is shown once on narrow screens and once on wide ones. */
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
      if (text.length < minLetters) return;
      if (!seen.has(text)) seen.add(text);
      else {
        node.dropped = true;
        dropped.push(node);
      }
    },
  );
  return dropped;
}
