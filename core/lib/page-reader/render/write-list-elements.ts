import { isTaskState } from "../hide/task-list.ts";
import {
  beginLine,
  type ElementWriter,
  flush,
  type List,
  type OutputBuffer,
  type RenderContext,
} from "./render-context.ts";

const unordered: ElementWriter = {
  enter: (context) => pushList(context, "unordered"),
  leave: popList,
};

/**
 * Writers for lists. A definition list becomes an unordered list whose items start with their term
 * in bold.
 */
export const listElements: Record<string, ElementWriter> = {
  ul: unordered,
  menu: unordered,
  dir: unordered,
  dl: { enter: (context) => pushList(context, "definitions"), leave: popList },
  ol: {
    enter(context, node) {
      const start = Number.parseInt(node.attributes?.start ?? "1", 10);
      pushList(context, "ordered", start >= 0 && start < 1e9 ? start : 1);
    },
    leave: popList,
  },
  li: {
    enter(context, node) {
      const list = openList(context);
      const value = Number.parseInt(node.attributes?.value ?? "", 10);
      if (list.number !== undefined && value >= 0 && value < 1e9) list.number = value;
      leaveItem(context, list);
      enterItem(context, list);
    },
    leave: (context) => leaveItem(context, openList(context)),
  },
  input: {
    enter({ buffer }, node) {
      if (isTaskState(node))
        buffer.inline.addMarkup(node.attributes?.checked === undefined ? "[ ] " : "[x] ");
    },
  },
  dt: {
    enter(context, node) {
      const list = openList(context);
      leaveItem(context, list);
      enterItem(context, list);
      beginLine(context, node, "term");
      list.isTermLast = true;
    },
  },
  dd: {
    enter(context) {
      const list = openList(context);
      const { buffer } = context;
      if (!list.isItemOpen) enterItem(context, list);
      else if (list.isTermLast) buffer.definitionStart = buffer.writer.count();
      list.isTermLast = false;
    },
  },
};

function pushList({ buffer, dialect }: RenderContext, kind: List["kind"], number?: number): void {
  const outer = buffer.lists.at(-1);
  if (outer && !outer.isItemOpen && outer.items > 0) {
    // Browsers show a list between two items as part of the first.
    const indent = " ".repeat(dialect.marker(outer.number && outer.number - 1, false).length);
    buffer.writer.enter(indent, indent, "tight");
    outer.isItemOpen = true;
  }
  buffer.lists.push({
    kind,
    number,
    items: 0,
    isItemOpen: false,
    isTermLast: false,
    isAlternate: false,
    ended: undefined,
  });
}

function popList(context: RenderContext): void {
  const { buffer } = context;
  const list = buffer.lists.pop();
  if (!list) return;
  leaveItem(context, list);
  if (list.items > 0)
    (buffer.lists.at(-1) ?? buffer).ended = {
      kind: list.kind,
      isAlternate: list.isAlternate,
      blockCount: buffer.writer.count(),
    };
}

/** The innermost list. An item outside any list starts one that stays open to the end. */
function openList(context: RenderContext): List {
  if (context.buffer.lists.length === 0) pushList(context, "unordered");
  return context.buffer.lists.at(-1)!;
}

function enterItem(context: RenderContext, list: List): void {
  const { writer, lists } = context.buffer;
  const { number } = list;
  if (list.items === 0) list.isAlternate = isAlternate(context.buffer, list);
  // In Markdown, an ordered list can directly follow a line of text only if it starts with 1.
  const isNested = lists.length > 1 && lists.at(-2)!.isItemOpen && (number ?? 1) === 1;
  const marker = context.dialect.marker(number, list.isAlternate);
  writer.enter(marker, " ".repeat(marker.length), list.items > 0 || isNested ? "tight" : "loose");
  list.items++;
  list.isItemOpen = true;
  list.ended = undefined;
  if (number !== undefined) list.number = number + 1;
}

/**
 * Whether a list needs an alternate marker because Markdown would otherwise merge it with the list
 * right before it. Definition lists may merge because their terms separate them.
 */
function isAlternate({ lists, ended, writer }: OutputBuffer, { kind }: List): boolean {
  const before = lists.length > 1 ? lists.at(-2)!.ended : ended;
  if (
    !before ||
    before.blockCount !== writer.count() ||
    (before.kind === "ordered") !== (kind === "ordered")
  )
    return false;
  return before.kind === "definitions" && kind === "definitions"
    ? before.isAlternate
    : !before.isAlternate;
}

function leaveItem(context: RenderContext, list: List): void {
  flush(context);
  if (!list.isItemOpen) return;
  context.buffer.writer.leave();
  list.isItemOpen = false;
}
