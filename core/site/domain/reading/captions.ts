import { isOut, type Node } from "./tree.ts";

const numbered = /^(?:fig(?:ure|\.)?|table|listing|chart|map|exhibit|abb(?:ildung|\.)?)\s?\d/i;

/** A figure of more nodes than these is more than a picture. */
const most = 60;

/** Whether a caption speaks of a picture, which a reader of text does not see: one of a table, of code or of a numbered figure is read. */
export function isPictureCaption(caption: Node, text: string): boolean {
  const figure = caption.parent;
  if (
    caption.tag.name !== "figcaption" ||
    !figure ||
    figure.figures === caption.figures ||
    numbered.test(text)
  )
    return false;
  let hasPicture = false;
  let node = figure;
  for (let steps = 0; steps < most; steps++) {
    const { name } = node.tag;
    if (name === "img") hasPicture ||= !isOut(node);
    else if (name === "table" || name === "pre" || name === "blockquote") return false;
    if (node.first && node !== caption && !isOut(node)) {
      node = node.first;
      continue;
    }
    while (node !== figure && !node.next) node = node.parent!;
    if (node === figure) return hasPicture;
    node = node.next!;
  }
  return false;
}
