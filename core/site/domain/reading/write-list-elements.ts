import { beginLine, type ElementWriting, flush, type List, type Pen } from "./pen.ts";

const unordered: ElementWriting = {
  enter: (pen) => pushList(pen, undefined),
  leave: popList,
};

/** Lists. A definition list is an unordered one whose items begin with their terms in bold. */
export const listElements: Record<string, ElementWriting> = {
  ul: unordered,
  menu: unordered,
  dir: unordered,
  dl: unordered,
  ol: {
    enter(pen, node) {
      const start = Number.parseInt(node.attributes?.start ?? "1", 10);
      pushList(pen, start >= 0 && start < 1e9 ? start : 1);
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

function pushList(pen: Pen, number: number | undefined): void {
  pen.sheet.lists.push({ number, items: 0, isItemOpen: false, isTermLast: false });
}

function popList(pen: Pen): void {
  const list = pen.sheet.lists.pop();
  if (list) leaveItem(pen, list);
}

/** The innermost list; an item outside of any begins one that lasts to the end. */
function openList(pen: Pen): List {
  if (pen.sheet.lists.length === 0) pushList(pen, undefined);
  return pen.sheet.lists.at(-1)!;
}

function enterItem(pen: Pen, list: List): void {
  const { writer, lists } = pen.sheet;
  const { number } = list;
  // In Markdown only a list that begins with 1 can follow a line of text directly.
  const isNested = lists.length > 1 && lists.at(-2)!.isItemOpen && (number ?? 1) === 1;
  const marker = pen.dialect.marker(number);
  writer.enter(marker, " ".repeat(marker.length), list.items > 0 || isNested ? "tight" : "loose");
  list.items++;
  list.isItemOpen = true;
  if (number !== undefined) list.number = number + 1;
}

function leaveItem(pen: Pen, list: List): void {
  flush(pen);
  if (!list.isItemOpen) return;
  pen.sheet.writer.leave();
  list.isItemOpen = false;
}
