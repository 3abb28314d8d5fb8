import { beginLine, type ElementWriting, flush, type List, type Pen, type Sheet } from "./pen.ts";

const unordered: ElementWriting = {
  enter: (pen) => pushList(pen, "unordered"),
  leave: popList,
};

/** Lists. A definition list is an unordered one whose items begin with their terms in bold. */
export const listElements: Record<string, ElementWriting> = {
  ul: unordered,
  menu: unordered,
  dir: unordered,
  dl: { enter: (pen) => pushList(pen, "definitions"), leave: popList },
  ol: {
    enter(pen, node) {
      const start = Number.parseInt(node.attributes?.start ?? "1", 10);
      pushList(pen, "ordered", start >= 0 && start < 1e9 ? start : 1);
    },
    leave: popList,
  },
  li: {
    enter(pen, node) {
      const list = openList(pen);
      const value = Number.parseInt(node.attributes?.value ?? "", 10);
      if (list.number !== undefined && value >= 0 && value < 1e9) list.number = value;
      leaveItem(pen, list);
      enterItem(pen, list);
    },
    leave: (pen) => leaveItem(pen, openList(pen)),
  },
  dt: {
    enter(pen, node) {
      const list = openList(pen);
      leaveItem(pen, list);
      enterItem(pen, list);
      beginLine(pen, node, "term");
      list.isTermLast = true;
    },
  },
  dd: {
    enter(pen) {
      const list = openList(pen);
      const { sheet } = pen;
      if (!list.isItemOpen) enterItem(pen, list);
      else if (list.isTermLast) sheet.definedAt = sheet.writer.count();
      list.isTermLast = false;
    },
  },
};

function pushList({ sheet, dialect }: Pen, kind: List["kind"], number?: number): void {
  const outer = sheet.lists.at(-1);
  if (outer && !outer.isItemOpen && outer.items > 0) {
    // A list between two items is shown as part of the first.
    const indent = " ".repeat(dialect.marker(outer.number && outer.number - 1, false).length);
    sheet.writer.enter(indent, indent, "tight");
    outer.isItemOpen = true;
  }
  sheet.lists.push({
    kind,
    number,
    items: 0,
    isItemOpen: false,
    isTermLast: false,
    isAlternate: false,
    ended: undefined,
  });
}

function popList(pen: Pen): void {
  const { sheet } = pen;
  const list = sheet.lists.pop();
  if (!list) return;
  leaveItem(pen, list);
  if (list.items > 0)
    (sheet.lists.at(-1) ?? sheet).ended = {
      kind: list.kind,
      isAlternate: list.isAlternate,
      at: sheet.writer.count(),
    };
}

/** The innermost list; an item outside of any begins one that lasts to the end. */
function openList(pen: Pen): List {
  if (pen.sheet.lists.length === 0) pushList(pen, "unordered");
  return pen.sheet.lists.at(-1)!;
}

function enterItem(pen: Pen, list: List): void {
  const { writer, lists } = pen.sheet;
  const { number } = list;
  if (list.items === 0) list.isAlternate = isAlternate(pen.sheet, list);
  // In Markdown only a list that begins with 1 can follow a line of text directly.
  const isNested = lists.length > 1 && lists.at(-2)!.isItemOpen && (number ?? 1) === 1;
  const marker = pen.dialect.marker(number, list.isAlternate);
  writer.enter(marker, " ".repeat(marker.length), list.items > 0 || isNested ? "tight" : "loose");
  list.items++;
  list.isItemOpen = true;
  list.ended = undefined;
  if (number !== undefined) list.number = number + 1;
}

/** Whether a list would continue the one right before it, and has to be marked otherwise. Definitions may go on: their terms tell them apart. */
function isAlternate({ lists, ended, writer }: Sheet, { kind }: List): boolean {
  const before = lists.length > 1 ? lists.at(-2)!.ended : ended;
  if (
    !before ||
    before.at !== writer.count() ||
    (before.kind === "ordered") !== (kind === "ordered")
  )
    return false;
  return before.kind === "definitions" && kind === "definitions"
    ? before.isAlternate
    : !before.isAlternate;
}

function leaveItem(pen: Pen, list: List): void {
  flush(pen);
  if (!list.isItemOpen) return;
  pen.sheet.writer.leave();
  list.isItemOpen = false;
}
