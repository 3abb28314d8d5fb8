import { Problem } from "../../http/problem.ts";
import { crc32 } from "./crc32.ts";

/**
 * Encodes a cursor that continues after the record with this ID, for lists that grow at the start.
 * `listKey` identifies the list: its name and filters, as JSON.
 */
export const encodeKeysetCursor = (id: string, listKey: unknown): string =>
  btoa(JSON.stringify({ before: id, of: hashListKey(listKey) }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Decodes the record ID. Throws "invalid_input" if the cursor doesn't belong to this list. */
export function decodeKeysetCursor(cursor: string, listKey: unknown): string {
  try {
    const { before, of: listHash } = JSON.parse(
      atob(cursor.replaceAll("-", "+").replaceAll("_", "/")),
    ) as { before?: unknown; of?: unknown };
    if (
      listHash === hashListKey(listKey) &&
      typeof before === "string" &&
      /^\w{1,100}$/.test(before)
    ) {
      return before;
    }
  } catch {
    // Reported below, like a cursor of another list.
  }
  const detail = "The cursor is invalid or belongs to another list.";
  throw new Problem("invalid_input", `cursor: ${detail}`, {
    errors: [{ pointer: "/cursor", detail }],
    hint: "Start again without a cursor. Send each next_cursor with the same filters.",
  });
}

const hashListKey = (listKey: unknown) =>
  crc32(encodeURIComponent(JSON.stringify(listKey))).toString(36);
