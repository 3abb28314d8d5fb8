import { Problem } from "../../problem.ts";
import { crc32 } from "./keys/crc32.ts";

/** What to send to go on behind the record of this id, in the list that `of` tells from others; for lists that grow at their beginning. */
export const encodeKeysetCursor = (id: string, listKey: unknown): string =>
  btoa(JSON.stringify({ before: id, of: hashListKey(listKey) }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The id that a cursor stands for; throws the `Problem` "invalid_input" if it is none of this list. */
export function decodeKeysetCursor(cursor: string, listKey: unknown): string {
  try {
    const { before, of: listHash } = JSON.parse(
      atob(cursor.replaceAll("-", "+").replaceAll("_", "/")),
    ) as { before?: unknown; of?: unknown };
    if (
      listHash === hashListKey(listKey) &&
      typeof before === "string" &&
      /^\w{1,100}$/.test(before)
    )
      return before;
  } catch {
    // Told below.
  }
  const detail = "It is none that this service has given for this list.";
  throw new Problem("invalid_input", `cursor: ${detail}`, {
    errors: [{ pointer: "/cursor", detail }],
    hint: "Begin anew without a cursor, and send next_cursor with the same filters.",
  });
}

const hashListKey = (listKey: unknown) =>
  crc32(encodeURIComponent(JSON.stringify(listKey))).toString(36);
