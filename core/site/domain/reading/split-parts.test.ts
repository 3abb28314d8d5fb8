import { describe, expect, it } from "vitest";
import { splitParts } from "./index.ts";

describe("cutting content into parts", () => {
  it("leaves what fits in one piece", () => {
    expect(splitParts("", 10)).toEqual([""]);
    expect(splitParts("0123456789", 10)).toEqual(["0123456789"]);
  });
  it("cuts at headings first", () => {
    expect(splitParts("# A\n\none\n\ntwo\n\n## B\n\nthree\n\nfour\n", 24)).toEqual([
      "# A\n\none\n\ntwo\n\n",
      "## B\n\nthree\n\nfour\n",
    ]);
  });
  it("then between blocks, then at lines, then anywhere", () => {
    expect(splitParts("aaaa\nbbbb\n\ncccc\ndddd\n", 16)).toEqual([
      "aaaa\nbbbb\n\n",
      "cccc\ndddd\n",
    ]);
    expect(splitParts("aaaa\nbbbb\ncccc\n", 12)).toEqual(["aaaa\nbbbb\n", "cccc\n"]);
    expect(splitParts("aaaabbbbcc", 4)).toEqual(["aaaa", "bbbb", "cc"]);
  });
  it("does not cut off a heading from what it heads", () => {
    expect(splitParts("aaaa\n\nbbbb\n\n# H\n\ncccc dddd\n", 20)).toEqual([
      "aaaa\n\nbbbb\n\n",
      "# H\n\ncccc dddd\n",
    ]);
  });
  it("does not cut at a heading that would leave next to nothing", () => {
    expect(splitParts("a\n\n# H\n\nbbbbbbbb\n\ncccccccc\n\ndddddddd\n", 28)[0]).toBe(
      "a\n\n# H\n\nbbbbbbbb\n\ncccccccc\n\n",
    );
  });
  it("does not cut inside a surrogate pair", () => {
    expect(splitParts("ab😀😀", 3)).toEqual(["ab", "😀", "😀"]);
    expect(splitParts("😀😀", 1)).toEqual(["😀", "😀"]);
  });
  it("does not cut inside a fenced block that fits into a part", () => {
    expect(splitParts("text\n\n```\n# no heading\n\nx\n```\n\nend\n", 30)).toEqual([
      "text\n\n",
      "```\n# no heading\n\nx\n```\n\nend\n",
    ]);
    expect(splitParts("- a\n\n  ```\n  b\n\n  c\n  ```\n- d\n", 26)).toEqual([
      "- a\n\n",
      "  ```\n  b\n\n  c\n  ```\n- d\n",
    ]);
  });
  it("cuts a fenced block that alone is too long at lines", () => {
    expect(splitParts("a\n\n```\n1111\n2222\n3333\n```\n", 14)).toEqual([
      "a\n\n",
      "```\n1111\n2222\n",
      "3333\n```\n",
    ]);
  });
  it("loses nothing, and keeps to the limit, wherever it cuts", () => {
    const content =
      "# A\n\ntext 😀 more\n\n```js\nlet x;\n\n```\n\n- i\n- j\n\n\n> q\r\n> r\n".repeat(5);
    for (let limit = 2; limit < 120; limit++) {
      const parts = splitParts(content, limit);
      expect(parts.join("")).toBe(content);
      expect(
        parts.filter((part) => part.length > limit || part === "" || !part.isWellFormed()),
      ).toEqual([]);
    }
  });
});
