import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "markdown" }).content;
const text = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "text" }).content;

describe("lists", () => {
  it("nests lists inside their items", () => {
    expect(markdown("<ul><li>a<ul><li>b<ol><li>c<li>d</ol></ul><li>e</ul>")).toBe(
      "- a\n  - b\n    1. c\n    2. d\n- e\n",
    );
  });
  it("keeps the start and value attributes of ordered lists", () => {
    expect(markdown("<ol start=9><li>a<li>b<li value=20>c</ol>")).toBe("9. a\n10. b\n20. c\n");
  });
  it("indents the paragraphs and code of an item", () => {
    expect(markdown("<ol><li><p>a<p>b<pre>c\n  d</pre></ol>")).toBe(
      "1. a\n\n   b\n\n   ```\n   c\n     d\n   ```\n",
    );
  });
  it("omits empty items", () => {
    expect(markdown("<ul><li><li>a<li> </ul>b")).toBe("- a\n\nb\n");
  });
  it("uses another marker for a list right after a list", () => {
    expect(markdown("<ul><li>a</ul><ul><li>b<li>c</ul><ul><li>d</ul>")).toBe(
      "- a\n\n* b\n* c\n\n- d\n",
    );
    expect(markdown("<ol><li>a<ol><li>b</ol><ol><li>c</ol></ol><ol><li>d</ol>")).toBe(
      "1. a\n   1. b\n   1) c\n\n1) d\n",
    );
    expect(markdown("<ul><li>a</ul><ol><li>b</ol><p>c<ol><li>d</ol>")).toBe(
      "- a\n\n1. b\n\nc\n\n1. d\n",
    );
    expect(markdown("<dl><dt>a<dd>b</dl><dl><dt>c<dd>d</dl><ul><li>e</ul>")).toBe(
      "- **a**\n  b\n\n- **c**\n  d\n\n* e\n",
    );
    expect(text("<ul><li>a</ul><ul><li>b</ul>")).toBe("- a\n\n- b\n");
  });
  it("treats a list between two items as part of the first", () => {
    expect(markdown("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>")).toBe("- a\n  - b\n- c\n");
    expect(markdown("<ol><li>a</li><ul><li>b</li></ul><li>c</li></ol>")).toBe(
      "1. a\n   - b\n2. c\n",
    );
  });
  it("writes definitions under their terms", () => {
    expect(markdown("<dl><dt>A<dt>B<dd>one<dd>two<dt>C<dd>three</dl>")).toBe(
      "- **A**\n- **B**\n  one\n\n  two\n- **C**\n  three\n",
    );
  });
  it("separates code from the term that it defines", () => {
    expect(markdown("<dl><dt>A<dd><ul><li>x</ul><dt>B<dd><pre>y</pre></dl>")).toBe(
      "- **A**\n  - x\n- **B**\n\n  ```\n  y\n  ```\n",
    );
  });
  it("writes lists deeper than ten levels at the tenth", () => {
    const lines = markdown("<ul><li>x".repeat(14)).trimEnd().split("\n");
    expect(lines[9]).toBe(`${"  ".repeat(9)}- x`);
    expect(lines[13]).toBe(`${"  ".repeat(10)}- x`);
  });
});
