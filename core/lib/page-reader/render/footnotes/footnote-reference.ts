import { type HtmlNode, leadingText } from "../../parse/tree.ts";

const REFERENCE_CLASS =
  /(?:^|\s)(?:foot-?note|foot-?note-?ref(?:erence)?|noteref|fn-?ref)(?:\s|$)/i;

/** Removes brackets, punctuation and white space from a text. */
export const stripPunctuation = (text: string) => text.replace(/[[\](){}.,:^\s]/g, "");

/**
 * The marker of a link that looks like a footnote reference, such as "1", "a" or "*". Empty for any
 * other link.
 */
export function footnoteMarker(link: HtmlNode): string {
  const { attributes, parent, firstChild: first } = link;
  const isRaised =
    parent?.tag.name === "sup" ||
    parent?.parent?.tag.name === "sup" ||
    (first?.tag.name === "sup" && !first.nextSibling);
  if (
    !isRaised &&
    attributes!.role !== "doc-noteref" &&
    !REFERENCE_CLASS.test(attributes!.class ?? "")
  )
    return "";
  const text = leadingText(link);
  const marker = text.length < 16 ? stripPunctuation(text) : "";
  return /^(?:\d{1,4}|\p{L}{1,3}|(?:note|nb|n)\d{1,3}|[*†‡§¶‖#]{1,4})$/iu.test(marker)
    ? marker
    : "";
}

/**
 * The outermost element of a footnote reference: the link, or the `<sup>` or `<span>` that adds
 * only brackets to it.
 */
export function referenceElement(link: HtmlNode, marker: string): HtmlNode {
  let element = link;
  for (let up = link.parent, steps = 0; up && steps < 2; up = up.parent, steps++) {
    if (
      (up.tag.name === "sup" || up.tag.name === "span") &&
      stripPunctuation(leadingText(up)) === marker
    )
      element = up;
  }
  return element;
}

/** The id in a fragment link (`#id`), percent-decoded if possible. */
export function fragmentId(href: string): string {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}
