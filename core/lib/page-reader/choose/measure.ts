import { HEADING } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "../parse/tree.ts";

/** The number of letters below which a text is too short to be a page's main content. */
export const MIN_LETTERS = 200;

/** A run of text with at least this many letters is a sentence rather than a label. */
const MIN_PROSE_LETTERS = 80;

/**
 * Sets the counts of every node below `root` that isn't excluded: letters, letters in links,
 * letters in prose, links, articles, headings and images. Every node also counts its descendants.
 */
export function measure(root: HtmlNode): void {
  let linkDepth = 0;
  walk(
    root,
    (node) => {
      if (isExcluded(node)) return false;
      // A text doesn't change between two measurements.
      if (node.tag !== TEXT) node.letters = 0;
      else if (node.letters === 0) node.letters = countLetters(node.text);
      node.linkLetters = linkDepth > 0 ? node.letters : 0;
      node.links = 0;
      node.prose = linkDepth === 0 && node.letters >= MIN_PROSE_LETTERS ? node.letters : 0;
      node.longest = linkDepth === 0 ? node.letters : 0;
      node.articles = node.tag.name === "article" ? 1 : 0;
      node.headingsAndImages = node.tag.traits & HEADING || node.tag.name === "img" ? 1 : 0;
      if (node.tag.name === "a") linkDepth++;
      return true;
    },
    (node) => {
      if (node.tag.name === "a") {
        linkDepth--;
        node.links++;
      }
      const { parent } = node;
      if (!parent || node === root) return;
      parent.letters += node.letters;
      parent.linkLetters += node.linkLetters;
      parent.links += node.links;
      parent.prose += node.prose;
      if (node.longest > parent.longest) parent.longest = node.longest;
      parent.articles += node.articles;
      parent.headingsAndImages += node.headingsAndImages;
    },
  );
}

/** The length of a text without leading and trailing white space. */
function countLetters(text: string): number {
  return text.length === 1 && text === "\n" ? 0 : text.trim().length;
}
