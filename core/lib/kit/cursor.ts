import { Problem } from "../../http/problem.ts";
import { crc32 } from "./crc32.ts";

/** The decoded cursor: the index of the next item, and the hash of the list. */
interface CursorPosition {
  readonly after: number;
  readonly of: string;
}

/** A page of a list. `next` is the cursor of the next page, or null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/**
 * Returns the page that starts at a cursor. `listKey` identifies the list: its name and filters, as
 * JSON. Throws the `Problem` "invalid_input" if the cursor belongs to another list.
 */
export function paginate<Item>(
  all: readonly Item[],
  {
    cursor,
    limit,
    listKey,
  }: { readonly cursor: string | undefined; readonly limit: number; readonly listKey: unknown },
): Page<Item> {
  const { start, end, next } = pageRange(all.length, { cursor, limit, listKey });
  return { items: all.slice(start, end), next };
}

/** Like `paginate`, but returns the index range of the page instead of its items. */
export function pageRange(
  length: number,
  {
    cursor,
    limit,
    listKey,
  }: { readonly cursor: string | undefined; readonly limit: number; readonly listKey: unknown },
): { readonly start: number; readonly end: number; readonly next: string | null } {
  const listHash = crc32(encodeURIComponent(JSON.stringify([listKey, length]))).toString(36);
  const start = cursor === undefined ? 0 : readStart(cursor, listHash, length);
  const end = Math.min(start + limit, length);
  return { start, end, next: end < length ? encodeCursor({ after: end, of: listHash }) : null };
}

function readStart(cursor: string, listHash: string, length: number): number {
  const position = decodeCursor(cursor);
  if (!position) throw cursorProblem("The cursor is invalid.");
  if (position.of !== listHash || position.after >= length) {
    throw cursorProblem("The cursor belongs to another list, or the list has changed.");
  }
  return position.after;
}

const encodeCursor = (position: CursorPosition): string =>
  btoa(JSON.stringify(position)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function decodeCursor(cursor: string): CursorPosition | undefined {
  try {
    const { after, of: listKey } = JSON.parse(
      atob(cursor.replaceAll("-", "+").replaceAll("_", "/")),
    ) as Record<string, unknown>;
    return Number.isSafeInteger(after) && (after as number) > 0 && typeof listKey === "string"
      ? { after: after as number, of: listKey }
      : undefined;
  } catch {
    return undefined;
  }
}

const cursorProblem = (detail: string) =>
  new Problem("invalid_input", `cursor: ${detail}`, {
    errors: [{ pointer: "/cursor", detail }],
    hint: "Start again without a cursor. Send each next_cursor with the same search words, category and filters.",
  });
