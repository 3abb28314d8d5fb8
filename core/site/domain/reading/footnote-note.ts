import { fragmentId, stripPunctuation } from "./footnote-call.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { type HtmlNode, isExcluded, leadingText, TEXT, walk } from "./tree.ts";

/** The element that holds a note's text, where a link leads to a place in or before it. */
export function noteContainer(target: HtmlNode): HtmlNode | undefined {
  if (target.tag.name === "dt") {
    let next = target.nextSibling;
    while (next && (next.tag === TEXT || isExcluded(next))) next = next.nextSibling;
    return next?.tag.name === "dd" ? next : undefined;
  }
  const container = target.tag.traits & BLOCK ? target : target.parent;
  return container && /^(?:li|p|div|aside|dd)$/.test(container.tag.name) ? container : undefined;
}

/** A note can be defined only outside of lists, quotations and tables. */
export function isTopLevel(note: HtmlNode, root: HtmlNode): boolean {
  let up = note.parent;
  for (let steps = 0; up && up !== root; up = up.parent, steps++) {
    if (
      steps > 40 ||
      up.tag.traits & HEADING ||
      /^(?:li|dd|blockquote|table|pre)$/.test(up.tag.name)
    )
      return false;
  }
  return up === root;
}

const notesClass =
  /(?:^|\s)(?:foot-?notes?|end-?notes?|footnote-list|footnote-definition|references)(?:\s|$)/i;

/** Whether a note, or what it is in, is marked as notes. */
export function isInNotesSection(note: HtmlNode): boolean {
  for (let up: HtmlNode | undefined = note, steps = 0; up && steps < 4; up = up.parent, steps++) {
    const { class: className = "", role = "" } = up.attributes ?? {};
    if (notesClass.test(className) || /^doc-(?:endnotes?|footnote)$/.test(role)) return true;
  }
  return false;
}

/** The links in a note to its calls. */
export function findBackLinks(note: HtmlNode, callers: Set<string | undefined>): HtmlNode[] {
  const links: HtmlNode[] = [];
  walk(note, (node) => {
    if (node.hidden) return false;
    const { href, role } = (node.tag.name === "a" && node.attributes) || {};
    if (href?.startsWith("#") && (role === "doc-backlink" || callers.has(fragmentId(href))))
      links.push(node);
    return true;
  });
  return links;
}

/** Drops the links back, what stands around them alone, and the note's own sign before its text. */
export function cleanNote(note: HtmlNode, backLinks: HtmlNode[], marker: string): void {
  for (const link of backLinks) {
    for (
      let up = link;
      up !== note && (up === link || !/[\p{L}\p{N}]/u.test(leadingText(up)));
      up = up.parent!
    )
      up.dropped = true;
  }
  const isVisible = (node: HtmlNode) =>
    !isExcluded(node) && (node.tag !== TEXT || node.text.trim() !== "");
  let first = note;
  for (let steps = 0; steps < 5 && first.tag !== TEXT; steps++) {
    let child = first.firstChild;
    while (child && !isVisible(child)) child = child.nextSibling;
    if (!child) return;
    first = child;
    if (first.tag !== TEXT && stripPunctuation(leadingText(first)) === marker) {
      first.dropped = true;
      return;
    }
  }
  // "1. Text" with its number a link.
  if (backLinks.length > 0 && first.tag === TEXT)
    first.text = first.text.replace(/^\s*[.:)\]]\s+/, "");
}
