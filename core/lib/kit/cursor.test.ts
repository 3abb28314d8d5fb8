import { describe, expect, it } from "vitest";
import { decodeKeysetCursor, encodeKeysetCursor, paginate } from "./cursor.ts";

const LETTERS = [..."abcdefgh"];

describe("paginate", () => {
  it("returns every item exactly once", () => {
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
      const { items, next } = paginate(LETTERS, { cursor, limit: 3, listKey: "letters" });
      seen.push(...items);
      if (next === null) break;
      cursor = next;
    }
    expect(seen).toEqual(LETTERS);
  });

  it("returns no cursor on the last page", () => {
    expect(paginate(LETTERS, { cursor: undefined, limit: 8, listKey: "letters" })).toEqual({
      items: LETTERS,
      next: null,
    });
    expect(paginate([], { cursor: undefined, limit: 8, listKey: "letters" })).toEqual({
      items: [],
      next: null,
    });
  });

  const { next } = paginate(LETTERS, { cursor: undefined, limit: 3, listKey: { search: "ä" } });

  it.each([
    [
      "another list",
      () => paginate(LETTERS, { cursor: next!, limit: 3, listKey: { search: "b" } }),
    ],
    [
      "a list that has grown",
      () => paginate([...LETTERS, "i"], { cursor: next!, limit: 3, listKey: { search: "ä" } }),
    ],
  ])("rejects a cursor of %s", (_, readPage) =>
    expect(readPage).toThrow("The cursor belongs to another list, or the list has changed."),
  );

  it.each([
    "",
    "x",
    "e30",
    btoa('{"after":-1,"of":"a"}'),
    btoa('{"after":1.5,"of":"a"}'),
    btoa("null"),
    "🙂",
  ])("rejects the cursor %j", (cursor) => {
    expect(() => paginate(LETTERS, { cursor, limit: 3, listKey: "letters" })).toThrow(
      "The cursor is invalid.",
    );
    expect(() => decodeKeysetCursor(cursor, "letters")).toThrow("The cursor is invalid.");
  });
});

describe("a keyset cursor", () => {
  const cursor = encodeKeysetCursor("run_12", { app: "notes" });

  it("contains the ID of a record", () =>
    expect(decodeKeysetCursor(cursor, { app: "notes" })).toBe("run_12"));

  it("is rejected for a list with other filters", () =>
    expect(() => decodeKeysetCursor(cursor, { app: "desk" })).toThrow(
      expect.objectContaining({
        error: {
          pointer: "/cursor",
          rule: "list",
          message: "The cursor belongs to another list, or the list has changed.",
        },
      }),
    ));

  it("isn't accepted as the cursor of a list of items, or the other way round", () => {
    expect(() => paginate(LETTERS, { cursor, limit: 3, listKey: "letters" })).toThrow(
      "The cursor is invalid.",
    );
    const { next } = paginate(LETTERS, { cursor: undefined, limit: 3, listKey: "letters" });
    expect(() => decodeKeysetCursor(next!, "letters")).toThrow("The cursor is invalid.");
  });
});
