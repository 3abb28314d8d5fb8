import { describe, expect, it } from "vitest";
import { splitParts } from "./index.ts";

describe("splitParts", () => {
  it("returns content within the limit as one part", () => {
    expect(splitParts("", 10)).toEqual([""]);
    expect(splitParts("0123456789", 10)).toEqual(["0123456789"]);
  });
  it("prefers cuts at headings", () => {
    expect(splitParts("# A\n\none\n\ntwo\n\n## B\n\nthree\n\nfour\n", 24)).toEqual([
      "# A\n\none\n\ntwo\n\n",
      "## B\n\nthree\n\nfour\n",
    ]);
  });
  it("falls back to cuts between blocks, at line breaks, then anywhere", () => {
    expect(splitParts("aaaa\nbbbb\n\ncccc\ndddd\n", 16)).toEqual([
      "aaaa\nbbbb\n\n",
      "cccc\ndddd\n",
    ]);
    expect(splitParts("aaaa\nbbbb\ncccc\n", 12)).toEqual(["aaaa\nbbbb\n", "cccc\n"]);
    expect(splitParts("aaaabbbbcc", 4)).toEqual(["aaaa", "bbbb", "cc"]);
  });
  it("keeps a heading with the block below it", () => {
    expect(splitParts("aaaa\n\nbbbb\n\n# H\n\ncccc dddd\n", 20)).toEqual([
      "aaaa\n\nbbbb\n\n",
      "# H\n\ncccc dddd\n",
    ]);
  });
  it("doesn't cut at a heading that would make a very small part", () => {
    expect(splitParts("a\n\n# H\n\nbbbbbbbb\n\ncccccccc\n\ndddddddd\n", 28)[0]).toBe(
      "a\n\n# H\n\nbbbbbbbb\n\ncccccccc\n\n",
    );
  });
  it("doesn't cut inside a surrogate pair", () => {
    expect(splitParts("ab😀😀", 3)).toEqual(["ab", "😀", "😀"]);
    expect(splitParts("😀😀", 1)).toEqual(["😀", "😀"]);
  });
  it("doesn't cut inside a fenced code block that fits into a part", () => {
    expect(splitParts("text\n\n```\n# no heading\n\nx\n```\n\nend\n", 30)).toEqual([
      "text\n\n",
      "```\n# no heading\n\nx\n```\n\nend\n",
    ]);
    expect(splitParts("- a\n\n  ```\n  b\n\n  c\n  ```\n- d\n", 26)).toEqual([
      "- a\n\n",
      "  ```\n  b\n\n  c\n  ```\n- d\n",
    ]);
  });
  it("cuts a fenced code block over the limit at line breaks", () => {
    expect(splitParts("a\n\n```\n1111\n2222\n3333\n```\n", 14)).toEqual([
      "a\n\n",
      "```\n1111\n2222\n",
      "3333\n```\n",
    ]);
  });
  it("keeps all content and the limit for any limit", () => {
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
