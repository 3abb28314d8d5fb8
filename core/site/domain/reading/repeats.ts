import { BLOCK } from "./tags.ts";
import { isOut, type Node, TEXT, walk } from "./tree.ts";

/** What is shorter may well be the same of several things: a price, a button. */
const shortest = 25;

/** Drops the blocks of text that stand on the page already, word for word: what is shown once on narrow screens and once on wide ones. */
export function dropRepeats(main: Node): Node[] {
  const seen = new Set<string>();
  const dropped: Node[] = [];
  let block: Node | undefined;
  let parts: string[] = [];
  walk(
    main,
    (node) => {
      if (isOut(node)) return false;
      if (node.tag.name === "pre" || node.tag.name === "table") {
        block = undefined;
        return false;
      }
      if (node.tag === TEXT) parts.push(node.text);
      else if (node.tag.is & BLOCK) {
        block = node;
        parts = [];
      }
      return true;
    },
    (node) => {
      if (node !== block) return;
      block = undefined;
      const text = parts.join("").replace(/\s+/g, " ").trim();
      if (text.length < shortest) return;
      if (!seen.has(text)) seen.add(text);
      else {
        node.dropped = true;
        dropped.push(node);
      }
    },
  );
  return dropped;
}
