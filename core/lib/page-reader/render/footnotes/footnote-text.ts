import { BLOCK, HEADING } from "../../parse/tags.ts";
import { type HtmlNode, isExcluded, leadingText, TEXT, walk } from "../../parse/tree.ts";
import { fragmentId, stripPunctuation } from "./footnote-reference.ts";

/** The element with the text of a footnote, from the element that its reference links to. */
export function footnoteContainer(target: HtmlNode): HtmlNode | undefined {
  if (target.tag.name === "dt") {
    let next = target.nextSibling;
    while (next && (next.tag === TEXT || isExcluded(next))) next = next.nextSibling;
    return next?.tag.name === "dd" ? next : undefined;
  }
  const container = target.tag.traits & BLOCK ? target : target.parent;
  return container && /^(?:li|p|div|aside|dd)$/.test(container.tag.name) ? container : undefined;
}

/**
 * Whether an element is outside lists, quotations, tables and headings, where a footnote can be
 * written.
 */
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

const NOTES_CLASS =
  /(?:^|\s)(?:foot-?notes?|end-?notes?|footnote-list|footnote-definition|references)(?:\s|$)/i;

/** Whether a footnote or one of its three nearest ancestors is marked as footnotes. */
export function isInFootnotesSection(note: HtmlNode): boolean {
  for (let up: HtmlNode | undefined = note, steps = 0; up && steps < 4; up = up.parent, steps++) {
    const { class: className = "", role = "" } = up.attributes ?? {};
    if (NOTES_CLASS.test(className) || /^doc-(?:endnotes?|footnote)$/.test(role)) return true;
  }
  return false;
}

/**
 * The links in a footnote that lead back to its references. `referenceIds` are the ids on and
 * around the references.
 */
export function findBackLinks(note: HtmlNode, referenceIds: Set<string | undefined>): HtmlNode[] {
  const links: HtmlNode[] = [];
  walk(note, (node) => {
    if (node.hidden) return false;
    const { href, role } = (node.tag.name === "a" && node.attributes) || {};
    if (href?.startsWith("#") && (role === "doc-backlink" || referenceIds.has(fragmentId(href))))
      links.push(node);
    return true;
  });
  return links;
}

/**
 * Drops a footnote's back links, the elements that contain nothing else, and the marker before its
 * text.
 */
export function cleanFootnote(note: HtmlNode, backLinks: HtmlNode[], marker: string): void {
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
  // The number of "1. Text" was a back link, so its punctuation remains.
  if (backLinks.length > 0 && first.tag === TEXT)
    first.text = first.text.replace(/^\s*[.:)\]]\s+/, "");
}
