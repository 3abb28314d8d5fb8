import { BLOCK } from "../parse/tags.ts";
import { collapseSpace, type HtmlNode, isExcluded, TEXT, walk } from "../parse/tree.ts";

/** Shorter blocks, such as prices and buttons, may repeat legitimately. */
const MIN_LETTERS = 25;

/** A name or a price, rather than a mark or a number in a table. */
const NAME_OR_PRICE = /\p{L}{3}|\d[.,]\d/u;

/**
 * Drops blocks whose text already occurred on the page. Pages repeat blocks to show one copy on
 * narrow screens and one on wide screens, and cards repeat the name that links to their page.
 * Unless `anywhere` is set, only a block beside its copy is dropped, and only if one of them is a
 * link. Skips code and tables. Returns the dropped blocks.
 */
export function dropDuplicates(main: HtmlNode, { anywhere }: { anywhere: boolean }): HtmlNode[] {
  const seen = new Set<string>();
  const dropped: HtmlNode[] = [];
  let previous = { text: "", isLink: false };
  let block: HtmlNode | undefined;
  let parts: string[] = [];
  const isDuplicate = (node: HtmlNode, text: string): boolean => {
    const isLink = node.linkLetters > 0;
    const isCopy =
      text === previous.text && (anywhere || isLink || previous.isLink) && NAME_OR_PRICE.test(text);
    if (isCopy) return true;
    previous = { text, isLink };
    if (!anywhere || text.length < MIN_LETTERS) return false;
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  };
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
      const text = collapseSpace(parts.join(""));
      if (text === "" || !isDuplicate(node, text)) return;
      node.dropped = true;
      dropped.push(node);
    },
  );
  return dropped;
}
