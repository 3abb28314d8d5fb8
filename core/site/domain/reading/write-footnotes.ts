import type { Pen } from "./pen.ts";

/** Writes what calls a note; what it shows is not visited. */
export function callNote({ sheet, dialect }: Pen, label: string): false {
  sheet.inline.addMarkup(dialect.noteCall(label));
  return false;
}

/** Begins a note. It stands outside of any list, whatever element holds it. */
export function enterNote({ sheet, dialect }: Pen, label: string): true {
  const { writer, lists } = sheet;
  writer.enter(dialect.note(label), "    ", sheet.notesAt === writer.count() ? "tight" : "loose");
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
export function leaveNote({ sheet }: Pen): void {
  sheet.writer.leave();
  sheet.lists.pop();
  sheet.notesAt = sheet.writer.count();
}
