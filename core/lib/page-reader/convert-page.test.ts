import { describe, expect, it } from "vitest";
import { type ConvertedPage, convertPage } from "./index.ts";

const convert = (text: string, type = "text/html", partCharacters = 20_000) =>
  convertPage({
    bytes: new TextEncoder().encode(text),
    type,
    url: "https://shop.example/",
    format: "markdown",
    partCharacters,
  });

describe("convertPage()", () => {
  it("returns the parts as ranges of bytes that add up to the content", () => {
    const paragraphs = "Café 😀 in the morning.\n\n".repeat(20);
    const { body, partEnds, length } = convert(paragraphs, "text/plain", 100) as ConvertedPage;
    expect(length).toBe(paragraphs.length);
    expect(partEnds.length).toBeGreaterThan(4);
    expect(partEnds.at(-1)).toBe(body.byteLength);
    const parts = partEnds.map((end, index) => body.subarray(partEnds[index - 1] ?? 0, end));
    const decoder = new TextDecoder("utf-8", { fatal: true });
    expect(parts.map((part) => decoder.decode(part)).join("")).toBe(paragraphs);
  });

  it("reads HTML, Markdown and plain text by their media type", () => {
    const contents = ["text/html; charset=utf-8", "text/markdown", "text/plain"].map((type) => {
      const { title, body } = convert("<h1>Desk</h1>\n\n# Tape", type) as ConvertedPage;
      return [title, new TextDecoder().decode(body)];
    });
    expect(contents).toEqual([
      ["Desk", "# Desk\n\n\\# Tape\n"],
      ["Tape", "<h1>Desk</h1>\n\n# Tape\n"],
      ["", "<h1>Desk</h1>\n\n# Tape"],
    ]);
  });

  it("rejects binary data", () => {
    expect(convert("<p>\0</p>")).toEqual({ failure: "binary" });
  });

  it("rejects a page with more than 1.5 million elements and texts", () => {
    expect(convert("<p>x".repeat(750_001))).toEqual({ failure: "too_complex" });
    expect(convert("<p>x".repeat(1000))).toMatchObject({ partEnds: [3000 - 1] });
  });

  it("rejects a page whose links become hundreds of times as long", () => {
    const base = `<base href="https://shop.example/${"a".repeat(4000)}/">`;
    expect(convert(base + "<a href=x>y</a>".repeat(10_000))).toEqual({ failure: "too_complex" });
    const url = `https://shop.example/${"a".repeat(4000)}/`;
    expect(
      convertPage({
        bytes: new TextEncoder().encode("[y](x)\n".repeat(10_000)),
        type: "text/markdown",
        url,
        format: "markdown",
        partCharacters: 20_000,
      }),
    ).toEqual({ failure: "too_complex" });
  });
});
