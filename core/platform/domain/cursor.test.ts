import { describe, expect, it } from "vitest";
import { paginate } from "./cursor.ts";

const LETTERS = [..."abcdefgh"];

describe("pages of a list", () => {
  it("lead through all of it, each once", () => {
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
      const { items, next } = paginate(LETTERS, { cursor, limit: 3, listKey: "letters" });
      seen.push(...items);
      if (next === null) break;
      cursor = next;
    }
    expect(seen).toEqual(LETTERS);
  });

  it("end without a cursor where the last item is the list's", () => {
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
  ])("are not those of %s", (_, ask) =>
    expect(ask).toThrow("cursor: It was given for another list, or the list has changed since."),
  );

  it.each([
    "",
    "x",
    "e30",
    btoa('{"after":-1,"of":"a"}'),
    btoa('{"after":1.5,"of":"a"}'),
    btoa("null"),
    "🙂",
  ])("do not begin at %j", (cursor) => {
    expect(() => paginate(LETTERS, { cursor, limit: 3, listKey: "letters" })).toThrow(
      "cursor: It is none that this service has given.",
    );
  });
});
