import { bare, idOf } from "./footnote-call.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { beginningOf, isOut, type Node, TEXT, walk } from "./tree.ts";

/** The element that holds a note's text, where a link leads to a place in or before it. */
export function holderOf(place: Node): Node | undefined {
  if (place.tag.name === "dt") {
    let next = place.next;
    while (next && (next.tag === TEXT || isOut(next))) next = next.next;
    return next?.tag.name === "dd" ? next : undefined;
  }
  const holder = place.tag.is & BLOCK ? place : place.parent;
  return holder && /^(?:li|p|div|aside|dd)$/.test(holder.tag.name) ? holder : undefined;
}

/** A note can be defined only outside of lists, quotations and tables. */
export function isAtTop(note: Node, root: Node): boolean {
  let up = note.parent;
  for (let steps = 0; up && up !== root; up = up.parent, steps++) {
    if (steps > 40 || up.tag.is & HEADING || /^(?:li|dd|blockquote|table|pre)$/.test(up.tag.name))
      return false;
  }
  return up === root;
}

const notesClass =
  /(?:^|\s)(?:foot-?notes?|end-?notes?|footnote-list|footnote-definition|references)(?:\s|$)/i;

/** Whether a note, or what it is in, is marked as notes. */
export function isAmongNotes(note: Node): boolean {
  for (let up: Node | undefined = note, steps = 0; up && steps < 4; up = up.parent, steps++) {
    const { class: className = "", role = "" } = up.attributes ?? {};
    if (notesClass.test(className) || /^doc-(?:endnotes?|footnote)$/.test(role)) return true;
  }
  return false;
}

/** The links in a note to its calls. */
export function backLinksOf(note: Node, callers: Set<string | undefined>): Node[] {
  const links: Node[] = [];
  walk(note, (node) => {
    if (node.hidden) return false;
    const { href, role } = (node.tag.name === "a" && node.attributes) || {};
    if (href?.startsWith("#") && (role === "doc-backlink" || callers.has(idOf(href))))
      links.push(node);
    return true;
  });
  return links;
}

/** Drops the links back, what stands around them alone, and the note's own sign before its text. */
export function clearNote(note: Node, backLinks: Node[], sign: string): void {
  for (const link of backLinks) {
    for (
      let up = link;
      up !== note && (up === link || !/[\p{L}\p{N}]/u.test(beginningOf(up)));
      up = up.parent!
    )
      up.dropped = true;
  }
  const isSeen = (node: Node) => !isOut(node) && (node.tag !== TEXT || node.text.trim() !== "");
  let first = note;
  for (let steps = 0; steps < 5 && first.tag !== TEXT; steps++) {
    let child = first.first;
    while (child && !isSeen(child)) child = child.next;
    if (!child) return;
    first = child;
    if (first.tag !== TEXT && bare(beginningOf(first)) === sign) {
      first.dropped = true;
      return;
    }
  }
  // "1. Text" with its number a link.
  if (backLinks.length > 0 && first.tag === TEXT)
    first.text = first.text.replace(/^\s*[.:)\]]\s+/, "");
}
