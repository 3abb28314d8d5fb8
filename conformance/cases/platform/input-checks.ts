import assert from "node:assert/strict";
import type { CallResult } from "../../case.ts";

/** Asserts that a problem points to exactly these parts of the input. */
export const assertPointer =
  (...pointers: readonly string[]) =>
  ({ value }: CallResult): void =>
    assert.deepEqual(
      value.errors.map((each: { pointer: string }) => each.pointer).sort(),
      pointers,
    );

const encodeCursor = (text: object | string): string =>
  Buffer.from(typeof text === "string" ? text : JSON.stringify(text)).toString("base64url");

/** Malformed cursors and cursors of other lists, each with the end of its case title. */
export const BAD_CURSORS: Readonly<Record<string, string>> = {
  "that is random text": "garbage",
  "that isn't base64": "%%%",
  "that encodes a list": encodeCursor("[]"),
  "that encodes an empty object": encodeCursor({}),
  "of another list": encodeCursor({ after: 2, of: "1" }),
  "with a negative position": encodeCursor({ after: -2, of: "1" }),
  "with a string as its position": encodeCursor({ after: "2", of: "1" }),
  "that encodes null": encodeCursor("null"),
};
