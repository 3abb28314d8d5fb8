import { type HtmlNode, isExcluded, TEXT, walk } from "../parse/tree.ts";

/** Shorter sentences, such as "Thank you.", may repeat by chance. */
const MIN_LETTERS = 20;
/** The share of a quotation that earlier posts must contain. */
const REPEATED_SHARE = 0.6;

const QUOTE_CLASS = /(?:^|[\s_-])(?:quote|quote[-_]?(?:container|wrapper|content))(?:[\s_-]|$)/i;
const SENTENCE_END = /(?<=[.!?…])\s+|\n/;

/**
 * Drops the quotations of a discussion that consist of sentences of earlier posts. Posts quote each
 * other, so that a thread contains some texts many times. Returns the dropped elements.
 */
export function dropRepeatedQuotations(main: HtmlNode): HtmlNode[] {
  const seen = new Set<string>();
  const dropped: HtmlNode[] = [];
  let quotation: HtmlNode | undefined;
  let letters = 0;
  let repeated = 0;
  walk(
    main,
    (node) => {
      if (isExcluded(node)) return false;
      if (!quotation && isQuotation(node)) {
        quotation = node;
        letters = 0;
        repeated = 0;
      }
      if (node.tag !== TEXT || node.letters < MIN_LETTERS) return true;
      for (const part of node.text.split(SENTENCE_END)) {
        const sentence = part.replace(/\s+/g, " ").trim();
        if (sentence.length < MIN_LETTERS) continue;
        letters += sentence.length;
        if (seen.has(sentence)) repeated += sentence.length;
        else if (!quotation) seen.add(sentence);
      }
      return true;
    },
    (node) => {
      if (node !== quotation) return;
      quotation = undefined;
      if (letters === 0 || repeated < REPEATED_SHARE * letters) return;
      node.dropped = true;
      dropped.push(node);
    },
  );
  return dropped;
}

function isQuotation({ tag, attributes }: HtmlNode): boolean {
  return (
    tag.name === "blockquote" ||
    (attributes?.class !== undefined && QUOTE_CLASS.test(attributes.class.slice(0, 300)))
  );
}
