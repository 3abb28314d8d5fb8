import { type HtmlNode, isExcluded } from "../parse/tree.ts";

const NUMBERED_CAPTION =
  /^(?:fig(?:ure|\.)?|table|listing|chart|map|exhibit|abb(?:ildung|\.)?)\s?\d/i;

/** A figure with more nodes than this is more than a picture. */
const MAX_STEPS = 60;

/**
 * Whether a caption belongs to a picture, which a text reader can't see. Captions of tables, code,
 * quotations and numbered figures are content.
 */
export function isPictureCaption(caption: HtmlNode, text: string): boolean {
  const figure = caption.parent;
  if (
    caption.tag.name !== "figcaption" ||
    !figure ||
    figure.headingsAndImages === caption.headingsAndImages ||
    NUMBERED_CAPTION.test(text)
  )
    return false;
  let hasPicture = false;
  let node = figure;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const { name } = node.tag;
    if (name === "img") hasPicture ||= !isExcluded(node);
    else if (name === "table" || name === "pre" || name === "blockquote") return false;
    if (node.firstChild && node !== caption && !isExcluded(node)) {
      node = node.firstChild;
      continue;
    }
    while (node !== figure && !node.nextSibling) node = node.parent!;
    if (node === figure) return hasPicture;
    node = node.nextSibling!;
  }
  return false;
}
