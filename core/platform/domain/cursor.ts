import { Problem } from "../../problem.ts";
import { crc32 } from "./keys/crc32.ts";

/** Where a list goes on: after what, and of which list that holds. */
interface Mark {
  readonly after: number;
  readonly of: string;
}

/** A page of a list, and what to send to have the next one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The page after a cursor, of a list that `of` tells from others; throws the `Problem` "invalid_input" if the cursor is not of this list. */
export function pageOf<Item>(
  all: readonly Item[],
  {
    cursor,
    limit,
    of,
  }: { readonly cursor: string | undefined; readonly limit: number; readonly of: unknown },
): Page<Item> {
  const { start, end, next } = rangeOf(all.length, { cursor, limit, of });
  return { items: all.slice(start, end), next };
}

/** The same where only the length of the list is known. */
export function rangeOf(
  length: number,
  {
    cursor,
    limit,
    of,
  }: { readonly cursor: string | undefined; readonly limit: number; readonly of: unknown },
): { readonly start: number; readonly end: number; readonly next: string | null } {
  const list = crc32(encodeURIComponent(JSON.stringify([of, length]))).toString(36);
  const start = cursor === undefined ? 0 : startOf(cursor, list, length);
  const end = Math.min(start + limit, length);
  return { start, end, next: end < length ? encoded({ after: end, of: list }) : null };
}

function startOf(cursor: string, list: string, length: number): number {
  const mark = decoded(cursor);
  if (!mark) throw refusal("It is none that this service has given.");
  if (mark.of !== list || mark.after >= length)
    throw refusal("It was given for another list, or the list has changed since.");
  return mark.after;
}

const encoded = (mark: Mark): string =>
  btoa(JSON.stringify(mark)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function decoded(cursor: string): Mark | undefined {
  try {
    const { after, of } = JSON.parse(
      atob(cursor.replaceAll("-", "+").replaceAll("_", "/")),
    ) as Record<string, unknown>;
    return Number.isSafeInteger(after) && (after as number) > 0 && typeof of === "string"
      ? { after: after as number, of }
      : undefined;
  } catch {
    return undefined;
  }
}

const refusal = (detail: string) =>
  new Problem("invalid_input", `cursor: ${detail}`, {
    errors: [{ pointer: "/cursor", detail }],
    hint: "Begin anew without a cursor, and send next_cursor with the same words, category and filters.",
  });
