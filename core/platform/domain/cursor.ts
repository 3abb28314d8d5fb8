import { Problem } from "../../problem.ts";
import { crc32 } from "./keys/crc32.ts";

/** Where a list goes on: after what, and of which list that holds. */
interface CursorPosition {
  readonly after: number;
  readonly of: string;
}

/** A page of a list, and what to send to have the next one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The page after a cursor, of a list that `of` tells from others; throws the `Problem` "invalid_input" if the cursor is not of this list. */
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

/** The same where only the length of the list is known. */
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
  if (!position) throw cursorProblem("It is none that this service has given.");
  if (position.of !== listHash || position.after >= length)
    throw cursorProblem("It was given for another list, or the list has changed since.");
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
    hint: "Begin anew without a cursor, and send next_cursor with the same words, category and filters.",
  });
