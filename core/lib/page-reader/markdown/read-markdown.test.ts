import { describe, expect, it } from "vitest";
import { describeMarkdown, readMarkdown } from "../index.ts";

const markdown = (source: string) =>
  readMarkdown(source, { url: "https://example.com/docs/page.md", format: "markdown" }).content;
const text = (source: string) =>
  readMarkdown(source, { url: "https://example.com/docs/page.md", format: "text" }).content;

describe("readMarkdown", () => {
  it("removes front matter and reads its title, description and language", () => {
    expect(
      readMarkdown(
        '---\ntitle: "A \\"b\\""\ndescription: >\n  one\n  two\nlang: fr\nlayout: x\n---\n\n# H\n',
        { url: "https://example.com/", format: "markdown" },
      ),
    ).toEqual({ title: 'A "b"', description: "one two", language: "fr", content: "# H\n" });
    expect(
      readMarkdown("+++\ntitle = 'T'\n+++\nx", { url: "https://example.com/", format: "markdown" }),
    ).toEqual({ title: "T", content: "x\n" });
  });
  it("doesn't mistake a leading thematic break for front matter", () => {
    expect(markdown("---\n\ntext\n")).toBe("---\n\ntext\n");
  });
  it("takes the title from the first level-1 heading if there is no front matter title", () => {
    expect(describeMarkdown("```\n# no\n```\n\n# A `b` *c* #\n")).toEqual({ title: "A b c" });
    expect(describeMarkdown("Set\n===\n")).toEqual({ title: "Set" });
    expect(describeMarkdown("## Second\n")).toEqual({});
    expect(describeMarkdown("---\ntitle: T\nsummary: S\n---\n# H")).toEqual({
      title: "T",
      description: "S",
    });
  });
  it("makes links, images, link definitions and HTML links absolute", () => {
    expect(
      markdown(
        '[a](b.md "t") ![i](<../i j.png>) [r][r] <a href="/z">z</a> [h](#x)\n\n[r]: ./ref.md',
      ),
    ).toBe(
      '[a](https://example.com/docs/b.md "t") ![i](https://example.com/i%20j.png) [r][r] <a href="https://example.com/z">z</a> [h](https://example.com/docs/page.md#x)\n\n[r]: https://example.com/docs/ref.md\n',
    );
  });
  it("keeps only the text of links with disallowed schemes", () => {
    expect(markdown("[a [b]](javascript:alert(1)) [c](data:x) [d](/e)")).toBe(
      "a [b] c [d](https://example.com/e)\n",
    );
  });
  it("removes comments and hidden HTML", () => {
    expect(
      markdown(
        'a<!-- x -->b <span style="display:none">x <b>y</b></span>c\n\n<script>\nx\n</script>\n\nd',
      ),
    ).toBe("ab c\n\n\n\nd\n");
    expect(markdown("a\n\n<div hidden>\n\nx")).toBe("a\n");
    expect(markdown("The <title> element names a page.")).toBe(
      "The <title> element names a page.\n",
    );
  });
  it("leaves code unchanged", () => {
    const source =
      "`<!-- [a](b) -->` ``x ` [c](d)``\n\n```html\n<!-- kept --> [k](rel)\n```\n\n    <script>kept</script>\n";
    expect(markdown(source)).toBe(source);
  });
  it("returns plain text without markup", () => {
    expect(
      text(
        "# A `b` #\n\nSee [x](/y), ![i](/i) **bold** _em_ snake_case \\*lit\\* <https://e.com> <b>t</b>.\n\n> q\n\n- i\n  - j\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\nlet *x*;\n```\n\n[d]: /z\n",
      ),
    ).toBe(
      "A b\n\nSee x,  bold em snake_case *lit* https://e.com t.\n\nq\n\n- i\n  - j\n\na | b\n1 | 2\n\nlet *x*;\n",
    );
  });
});
