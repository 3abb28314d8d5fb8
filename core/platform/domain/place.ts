import { Problem } from "../../problem.ts";
import { crc32 } from "./keys/crc32.ts";

/** A place in a list that grows at its beginning: what stands there, and when it was made. */
export type Place = readonly [created: string, id: string];

/** What to send to go on behind a place of the list that `of` tells from others. */
export const cursorAt = (place: Place, of: unknown): string =>
  btoa(JSON.stringify({ before: place, of: sumOf(of) })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The place of a cursor; throws the `Problem` "invalid_input" if it is none of this list. */
export function placeAt(cursor: string, of: unknown): Place {
  try {
    const mark = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))) as { before?: unknown; of?: unknown };
    const [created, id] = mark.before as unknown[];
    if (mark.of === sumOf(of) && typeof created === "string" && typeof id === "string" && /^[\x20-\x7e]{1,100}$/.test(created + id)) return [created, id];
  } catch {
    // Told below.
  }
  const detail = "It is none that this service has given for this list.";
  throw new Problem("invalid_input", `cursor: ${detail}`, { errors: [{ pointer: "/cursor", detail }], hint: "Begin anew without a cursor, and send next_cursor with the same filters." });
}

const sumOf = (of: unknown) => crc32(encodeURIComponent(JSON.stringify(of))).toString(36);
