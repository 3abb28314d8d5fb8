import type { RenderContext } from "../render-context.ts";

/** Writes a reference to a footnote. Returns false to skip the reference's own content. */
export function writeFootnoteReference({ buffer, dialect }: RenderContext, label: string): false {
  buffer.inline.addMarkup(dialect.footnoteReference(label));
  return false;
}

/** Begins a footnote. It is written outside any list, whichever element contains it. */
export function enterFootnote({ buffer, dialect }: RenderContext, label: string): true {
  const { writer, lists } = buffer;
  writer.enter(
    dialect.footnoteMarker(label),
    "    ",
    buffer.footnoteEnd === writer.count() ? "tight" : "loose",
  );
  lists.push({
    kind: "unordered",
    number: undefined,
    items: 1,
    isItemOpen: true,
    isTermLast: false,
    isAlternate: false,
    ended: undefined,
  });
  return true;
}

/** Ends a footnote. */
export function leaveFootnote({ buffer }: RenderContext): void {
  buffer.writer.leave();
  buffer.lists.pop();
  buffer.footnoteEnd = buffer.writer.count();
}
