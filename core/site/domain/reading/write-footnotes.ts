import type { RenderContext } from "./render-context.ts";

/** Writes what calls a note; what it shows is not visited. */
export function writeNoteCall({ buffer, dialect }: RenderContext, label: string): false {
  buffer.inline.addMarkup(dialect.noteCall(label));
  return false;
}

/** Begins a note. It stands outside of any list, whatever element holds it. */
export function enterNote({ buffer, dialect }: RenderContext, label: string): true {
  const { writer, lists } = buffer;
  writer.enter(dialect.note(label), "    ", buffer.notesAt === writer.count() ? "tight" : "loose");
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

/** Ends a note whose text is written. */
export function leaveNote({ buffer }: RenderContext): void {
  buffer.writer.leave();
  buffer.lists.pop();
  buffer.notesAt = buffer.writer.count();
}
