import { isPictureCaption, isPublishersNote } from "./article-notes.ts";
import { isForumLabel, leadsAway, leadsToOpinions } from "./boilerplate.ts";
import { isAnnounced, isButton, isCall, isMenu, isTeasers } from "./link-lists.ts";
import { isNamedBeside, isNamedMachinery } from "./machinery-names.ts";
import { fewestLetters, measure } from "./measure.ts";
import type { PageKind } from "./page-kind.ts";
import { dropRepeats } from "./repeats.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { beginningOf, isOut, type Node, walk } from "./tree.ts";

/** What is known of the content as a whole: its letters, whether most are in sentences, and the kind of its page. */
interface Whole {
  letters: number;
  isProse: boolean;
  kind: PageKind;
}

/** Drops what is named or shaped like machinery inside of the content; not when hardly anything would be left. */
export function prune(main: Node, kind: PageKind): void {
  const isProse = main.prose > 0.6 * main.letters;
  const whole: Whole = { letters: main.letters, isProse, kind: kind === "article" && !isProse ? "other" : kind };
  // In a discussion the title stands among what its software says of the topic.
  const holders = kind === "discussion" ? new Set<Node>() : holdersOfTitle(main);
  const dropped: Node[] = [];
  const menus: Node[] = [];
  let inMenus = 0;
  walk(main, (node) => {
    if (isOut(node)) return false;
    if (node === main || node.tag.is & HEADING || holders.has(node)) return true;
    const isBlock = (node.tag.is & BLOCK) !== 0;
    if (isBlock && isMenu(node, whole.letters) && !isAnnounced(node)) {
      menus.push(node);
      inMenus += node.letters;
    } else if (!(isBlock ? isMachinery(node, whole) : isButton(node))) return true;
    node.dropped = true;
    dropped.push(node);
    return false;
  });
  // A page that would lose most of its text as menus is a list of links itself.
  if (inMenus > 0.5 * whole.letters) for (const node of menus) node.dropped = false;
  if (kind === "product" || kind === "discussion") for (const node of dropRepeats(main)) dropped.push(node);
  if (dropped.length === 0) return;
  measure(main);
  if (main.letters >= Math.min(fewestLetters, whole.letters)) return;
  for (const node of dropped) node.dropped = false;
}

/** What holds the first title: a page's head is called a masthead, or a banner with a call, and is still where it begins. */
function holdersOfTitle(main: Node): Set<Node> {
  let title: Node | undefined;
  walk(main, (node) => {
    if (title || isOut(node)) return false;
    if (node.tag.name === "h1" && node.letters > 0) title = node;
    return true;
  });
  const holders = new Set<Node>();
  for (let up = title; up && up !== main; up = up.parent) holders.add(up);
  return holders;
}

/** A name or a heading is believed of an element with less than a share of the text: what holds more is the content. */
function isMachinery(node: Node, { letters, isProse, kind }: Whole): boolean {
  if (node.letters < 0.8 * letters && isBeside(node, kind)) return true;
  if (node.letters >= 0.4 * letters) return false;
  if (node.attributes && isNamedMachinery(node.attributes, () => headingOf(node))) return true;
  if (isProse && isTeasers(node, letters)) return true;
  if (isProse && isCall(node)) return true;
  if (kind === "article" && isArticleNote(node)) return true;
  if (kind === "discussion" && node.letters < 120 && !hasBlocks(node) && isForumLabel(beginningOf(node))) return true;
  return node.figures > 0 && leadsAway(headingOf(node), node.linkLetters > 0.3 * node.letters);
}

/** A block of text in an article that is not its text. */
function isArticleNote(node: Node): boolean {
  if (node.letters > 400 || node.letters === 0 || hasBlocks(node)) return false;
  const text = beginningOf(node);
  return isPictureCaption(node, text) || isPublishersNote(text, node);
}

function hasBlocks(node: Node): boolean {
  for (let child = node.first; child; child = child.next) if (child.tag.is & BLOCK && !isOut(child) && child.letters > 0) return true;
  return false;
}

/** Whether an element is what pages of this kind have beside their subject. */
function isBeside(node: Node, kind: PageKind): boolean {
  if (node.attributes && isNamedBeside(node.attributes, kind)) return true;
  return kind === "product" && node.figures > 0 && leadsToOpinions(headingOf(node));
}

/** The heading that an element begins with, or "". */
function headingOf(node: Node): string {
  let first: Node | undefined = node;
  for (let depth = 0; first && depth < 8; depth++) {
    if (first.tag.is & HEADING) return first.letters < 100 ? beginningOf(first) : "";
    let child: Node | undefined = first.first;
    while (child && (isOut(child) || child.letters === 0)) child = child.next;
    first = child;
  }
  return "";
}
