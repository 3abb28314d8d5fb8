import { leadsAway } from "./boilerplate.ts";
import { isNamedAside, isNamedMachinery } from "./machinery-names.ts";
import { fewestLetters, measure } from "./measure.ts";
import type { PageKind } from "./page-kind.ts";
import { dropRepeats } from "./repeats.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { beginningOf, isOut, type Node, walk } from "./tree.ts";

/** Links of fewer letters on average are those of a menu. */
const shortest = 25;

/** Drops what is named or shaped like machinery inside of the content; not when hardly anything would be left. */
export function prune(main: Node, kind: PageKind): void {
  const all = main.letters;
  const isProse = main.prose > 0.6 * all;
  const dropped: Node[] = [];
  const lists: Node[] = [];
  let inLists = 0;
  walk(main, (node) => {
    if (isOut(node)) return false;
    if (node === main || node.tag.is & HEADING) return true;
    if (node.tag.is & BLOCK ? !isMachinery(node, all, kind, isProse) : !isButton(node)) return true;
    node.dropped = true;
    dropped.push(node);
    if (node.tag.is & BLOCK && isLinkList(node, all)) {
      lists.push(node);
      inLists += node.letters;
    }
    return false;
  });
  // A page that would lose most of its text as menus is a list of links itself.
  if (inLists > 0.5 * all) for (const node of lists) node.dropped = false;
  if (kind !== "other") for (const node of dropRepeats(main)) dropped.push(node);
  if (dropped.length === 0) return;
  measure(main);
  if (main.letters >= Math.min(fewestLetters, all)) return;
  for (const node of dropped) node.dropped = false;
}

/** A name or a heading is believed of an element with less than this share of the text: what holds more is the content. */
function isMachinery(node: Node, all: number, kind: PageKind, isProse: boolean): boolean {
  if (kind !== "other" && node.letters < 0.8 * all && isBeside(node, kind)) return true;
  if (node.letters >= 0.4 * all) return false;
  if (node.attributes && isNamedMachinery(node.attributes, () => headingOf(node))) return true;
  return isLinkList(node, all) || (isProse && isTeasers(node, all)) || (node.figures > 0 && leadsAway(headingOf(node), node.linkLetters > 0.3 * node.letters));
}


function isBeside(node: Node, kind: PageKind): boolean {
  if (node.attributes && isNamedAside(node.attributes, kind)) return true;
  return kind === "product" && node.figures > 0 && /^(?:(?:customer |product |verified |ratings (?:&|and) |photos from )?(?:reviews|ratings)|what (?:our )?customers say|questions (?:&|and) answers|about th(?:is|e) seller|seller feedback)/i.test(headingOf(node));
}

/** A link dressed as a button: people press it, they do not read it. */
function isButton({ tag, letters, attributes }: Node): boolean {
  return tag.name === "a" && letters < 30 && attributes?.class !== undefined && button.test(attributes.class.slice(0, 300));
}
const button = /(?:^|[\s_-])(?:btn|button)(?:[\s_-]|$)/i;

/** Titles of other pages, in a page of sentences. */
function isTeasers({ links, letters, linkLetters, figures }: Node, all: number): boolean {
  return links >= 3 && figures > 0 && letters < 0.35 * all && linkLetters > 0.6 * letters;
}

/** A menu: many short links and little else. Titles of articles and products are longer, or have pictures. */
function isLinkList({ links, letters, linkLetters, figures }: Node, all: number): boolean {
  return links >= 4 && figures === 0 && letters < 0.35 * all && linkLetters > 0.75 * letters && linkLetters < shortest * links;
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
