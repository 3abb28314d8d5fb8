import { decodeBase64, encodeBase64url } from "./bytes/base64.ts";
import { crc32 } from "./bytes/crc32.ts";
import { InvalidInputError } from "./input-error.ts";

/** A page of a list. `next` is the cursor of the next page, or null on the last page. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The start of a page and its maximum length. */
interface PageOptions {
  /** The cursor that the client sent. Undefined for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Identifies the list: its name and filters, as JSON. */
  readonly listKey: unknown;
}

/**
 * Returns the page that starts at a cursor. Throws an `InvalidInputError` with the rule `cursor` or
 * `list` if the cursor is malformed or belongs to another list.
 */
export function paginate<Item>(all: readonly Item[], options: PageOptions): Page<Item> {
  const { start, end, next } = pageRange(all.length, options);
  return { items: all.slice(start, end), next };
}

/** Like `paginate`, but returns the index range of the page instead of its items. */
export function pageRange(
  length: number,
  { cursor, limit, listKey }: PageOptions,
): { readonly start: number; readonly end: number; readonly next: string | null } {
  const list = hashList([listKey, length]);
  const start = cursor === undefined ? 0 : decodeIndex(cursor, list, length);
  const end = Math.min(start + limit, length);
  return { start, end, next: end < length ? encodeCursor({ after: end, of: list }) : null };
}

/** Encodes a cursor that continues after the record with this ID, for lists that grow at the start. */
export const encodeKeysetCursor = (id: string, listKey: unknown): string =>
  encodeCursor({ before: id, of: hashList(listKey) });

/** Decodes the record ID. Throws an `InvalidInputError` as `paginate` does. */
export function decodeKeysetCursor(cursor: string, listKey: unknown): string {
  const { before, of: list } = decodeCursor(cursor);
  if (typeof before !== "string" || !/^\w{1,100}$/.test(before)) throw malformedError();
  if (list !== hashList(listKey)) throw otherListError();
  return before;
}

function decodeIndex(cursor: string, listHash: string, length: number): number {
  const { after, of: list } = decodeCursor(cursor);
  if (typeof after !== "number" || !Number.isSafeInteger(after) || after < 1) {
    throw malformedError();
  }
  if (list !== listHash || after >= length) throw otherListError();
  return after;
}

/** A decoded cursor: a position in a list, and the hash of that list. */
interface DecodedCursor {
  /** The index of the next item. */
  readonly after?: unknown;
  /** The ID of the last record that was returned. */
  readonly before?: unknown;
  readonly of: string;
}

const encodeCursor = (cursor: DecodedCursor): string =>
  encodeBase64url(new TextEncoder().encode(JSON.stringify(cursor)));

function decodeCursor(cursor: string): DecodedCursor {
  const bytes = decodeBase64(cursor);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isDecodedCursor(value)) return value;
  } catch {
    // Reported below.
  }
  throw malformedError();
}

const isDecodedCursor = (value: unknown): value is DecodedCursor =>
  typeof value === "object" && value !== null && "of" in value && typeof value.of === "string";

const hashList = (listKey: unknown): string =>
  crc32(encodeURIComponent(JSON.stringify(listKey))).toString(36);

const malformedError = () => cursorError("cursor", "The cursor is invalid.");

const otherListError = () =>
  cursorError("list", "The cursor belongs to another list, or the list has changed.");

const cursorError = (rule: string, message: string) =>
  new InvalidInputError({ pointer: "/cursor", rule, message });
