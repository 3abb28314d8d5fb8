import { type HtmlNode, leadingText } from "./tree.ts";

const callClass = /(?:^|\s)(?:foot-?note|foot-?note-?ref(?:erence)?|noteref|fn-?ref)(?:\s|$)/i;
/** A text without brackets, dots and white space. */
export const stripPunctuation = (text: string) => text.replace(/[[\](){}.,:^\s]/g, "");

/** What a link shows if it is the call of a note: "1", "a", "*"; else "". */
export function footnoteMarker(link: HtmlNode): string {
  const { attributes, parent, firstChild: first } = link;
  const isRaised =
    parent?.tag.name === "sup" ||
    parent?.parent?.tag.name === "sup" ||
    (first?.tag.name === "sup" && !first.nextSibling);
  if (!isRaised && attributes!.role !== "doc-noteref" && !callClass.test(attributes!.class ?? ""))
    return "";
  const text = leadingText(link);
  const marker = text.length < 16 ? stripPunctuation(text) : "";
  return /^(?:\d{1,4}|\p{L}{1,3}|(?:note|nb|n)\d{1,3}|[*†‡§¶‖#]{1,4})$/iu.test(marker)
    ? marker
    : "";
}

/** What of a call is written as it: with the brackets and the raised element around the link. */
export function callElement(link: HtmlNode, marker: string): HtmlNode {
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

/** The id that a link within the page leads to. */
export function fragmentId(href: string): string {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}
