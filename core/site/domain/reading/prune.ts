import { leadsAway, leadsToOpinions } from "./boilerplate.ts";
import { holdersOfTitle } from "./headings.ts";
import { isAnnounced, isButton, isCall, isMenu, isTeasers } from "./link-lists.ts";
import { isNamedBeside, isNamedMachinery } from "./machinery-names.ts";
import { fewestLetters, measure } from "./measure.ts";
import { isNote } from "./notes.ts";
import type { PageKind } from "./page-kind.ts";
import { dropRepeats } from "./repeats.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { beginningOf, isOut, type Node, TEXT, walk } from "./tree.ts";

/** What is known of the content as a whole: its letters, whether most are in sentences, and the kind of its page. */
interface Whole {
  letters: number;
  isProse: boolean;
  kind: PageKind;
}

/** Drops what is named or shaped like machinery inside of the content; not when hardly anything would be left. */
export function prune(main: Node, kind: PageKind): void {
  const isProse = main.prose > 0.6 * main.letters;
  // The heads of many pages that are no articles say that they are.
  const whole: Whole = {
    letters: main.letters,
    isProse,
    kind: kind === "article" && !isProse ? "other" : kind,
  };
  // In a discussion the title stands among what its software says of the topic.
  const holders = kind === "discussion" ? new Set<Node>() : holdersOfTitle(main);
  const dropped: Node[] = [];
  const lists: Node[] = [];
  let inLists = 0;
  let lastText: Node | undefined;
  walk(main, (node) => {
    if (isOut(node)) return false;
    if (node.tag === TEXT && node.letters > 0) lastText = node;
    if (node === main || node.tag.is & HEADING || holders.has(node)) return true;
    const isBlock = (node.tag.is & BLOCK) !== 0;
    if (isBlock && isListOfLinks(node, lastText, whole)) {
      lists.push(node);
      inLists += node.letters;
    } else if (!(isBlock ? isMachinery(node, whole) : isButton(node))) return true;
    node.dropped = true;
    dropped.push(node);
    return false;
  });
  // A page that would lose most of its text as lists of links is one itself.
  if (inLists > (kind === "product" ? 0.4 : 0.5) * whole.letters)
    for (const node of lists) node.dropped = false;
  if (kind === "product" || kind === "discussion")
    for (const node of dropRepeats(main)) dropped.push(node);
  if (dropped.length === 0) return;
  measure(main);
  if (main.letters >= Math.min(fewestLetters, whole.letters)) return;
  for (const node of dropped) node.dropped = false;
}

/** A menu, or beside a product the titles of others. */
function isListOfLinks(node: Node, before: Node | undefined, { letters, kind }: Whole): boolean {
  return (
    (isMenu(node, letters) && !isAnnounced(before)) ||
    (kind === "product" && isTeasers(node, letters))
  );
}

/** A name or a heading is believed of an element with less than a share of the text: what holds more is the content. */
function isMachinery(node: Node, { letters, isProse, kind }: Whole): boolean {
  if (node.letters < 0.8 * letters && isBeside(node, kind)) return true;
  if (node.letters >= 0.4 * letters) return false;
  if (node.attributes && isNamedMachinery(node.attributes, () => headingOf(node))) return true;
  if (isProse && (isTeasers(node, letters) || isCall(node))) return true;
  if (isNote(node, kind)) return true;
  return node.figures > 0 && leadsAway(headingOf(node), node.linkLetters > 0.3 * node.letters);
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
