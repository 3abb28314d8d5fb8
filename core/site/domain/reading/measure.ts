import { HEADING } from "./tags.ts";
import { isOut, type Node, TEXT, walk } from "./tree.ts";

/** Fewer letters than this are not taken for a page's content. */
export const fewestLetters = 200;

/** A run of text of so many letters is a sentence, not a label. */
const sentence = 80;

/** Counts the letters, those in links and in sentences, the links, articles, headings and images of every node that is not out, from the leaves up. */
export function measure(root: Node): void {
  let insideLinks = 0;
  walk(
    root,
    (node) => {
      if (isOut(node)) return false;
      node.letters = node.tag === TEXT ? lettersOf(node.text) : 0;
      node.linkLetters = insideLinks > 0 ? node.letters : 0;
      node.links = 0;
      node.prose = insideLinks === 0 && node.letters >= sentence ? node.letters : 0;
      node.articles = node.tag.name === "article" ? 1 : 0;
      node.figures = node.tag.is & HEADING || node.tag.name === "img" ? 1 : 0;
      if (node.tag.name === "a") insideLinks++;
      return true;
    },
    (node) => {
      if (node.tag.name === "a") {
        insideLinks--;
        node.links++;
      }
      const { parent } = node;
      if (!parent || node === root) return;
      parent.letters += node.letters;
      parent.linkLetters += node.linkLetters;
      parent.links += node.links;
      parent.prose += node.prose;
      parent.articles += node.articles;
      parent.figures += node.figures;
    },
  );
}

/** The length of a text without the white space around it. */
function lettersOf(text: string): number {
  return text.length === 1 && text === "\n" ? 0 : text.trim().length;
}
