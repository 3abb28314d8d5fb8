import { describe, expect, it } from "vitest";
import { readHtml } from "./index.ts";
import { bestCandidate } from "./render/image-candidates.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "markdown" }).content;

describe("line numbers", () => {
  it.each([
    [
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span>1</span>\n<span>2</span></pre></div><td class="code"><pre>a\nb</pre></table>',
    ],
    [
      '<table class="lntable"><tr><td><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre><td><pre>a\nb</pre></table>',
    ],
    ['<pre><span class="ln">1</span>a\n<span class="ln">2</span>b</pre>'],
    ['<pre><code class="line-numbers">a\nb</code></pre>'],
  ])("are left out of %s", (html) => {
    expect(markdown(html)).toBe("```\na\nb\n```\n");
  });
});

describe("alignment", () => {
  it("is the one that all cells of a column share", () => {
    expect(
      markdown(
        '<table><tr><th>A<th align=center>B<th>C<tr><td align=right>1<td style="text-align: center">2<td align=right>3<tr><td align=right>4<td align=center>5<td>6</table>',
      ),
    ).toBe("| A | B | C |\n| ---: | :---: | --- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n");
  });
});

describe("the source of an image", () => {
  it.each([
    ["a.png 300w, b.png 1200w, c.png 4000w", "b.png"],
    ["a.png 3000w, b.png 2500w", "b.png"],
    ["a.png, b.png 2x", "b.png"],
    ["data:image/gif;base64,x 1w", undefined],
    ["/w_1,h_2/a.png 2x", "/w_1,h_2/a.png"],
    ["", undefined],
  ])("in %j is %j", (srcset, expected) => {
    expect(bestCandidate(srcset)).toBe(expected);
  });
  it("is in the <picture> if the image has none", () => {
    expect(markdown('<picture><source srcset="/a.webp"><img alt="A"></picture>')).toBe(
      "![A](https://example.com/a.webp)\n",
    );
  });
});

describe("formulas", () => {
  it("stand on their own line if the page says so", () => {
    expect(markdown('<math display="block" alttext="x^2"></math>')).toBe("$$x^2$$\n");
  });
  it("come from the alternative text of their image", () => {
    expect(
      markdown('<img class="mwe-math-fallback" alt="{\\displaystyle x^2}" src="/i.svg">'),
    ).toBe("$x^2$\n");
  });
});

describe("addresses", () => {
  it("are written once if they are their own text", () => {
    expect(markdown('<b>See <a href="https://a.example/b_c">https://a.example/b_c</a></b>.')).toBe(
      "**See <https://a.example/b_c>**.\n",
    );
    expect(markdown('<a href="https://a.example">https://b.example</a>')).toBe(
      "[https://b.example](https://a.example/)\n",
    );
  });
});

describe("line breaks", () => {
  it("vanish between Chinese or Japanese characters", () => {
    expect(markdown("<p>日本\n  語の\nWeb\nページ")).toBe("日本語の Web ページ\n");
  });
  it.each([
    ["<p>中文\n<b>加粗</b>\n文字", "中文**加粗**文字"],
    ["<p><b>中</b>\n <i>文</i>\n<b>a</b>\n文", "**中***文* **a** 文"],
    ["<p>中 <b>文</b>\na\n<i>b</i>", "中 **文** a *b*"],
    ["<p>한국어\n줄바꿈", "한국어 줄바꿈"],
  ])("vanish around inline elements, too: %j", (html, content) => {
    expect(markdown(html)).toBe(`${content}\n`);
  });
});

describe("admonitions", () => {
  it.each([
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Save <b>it</b>.</p></div>',
    '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Save <b>it</b>.</p></div>',
    '<aside class="starlight-aside starlight-aside--note"><p class="starlight-aside__title">Note</p><p>Save <b>it</b>.</p></aside>',
  ])("are alerts: %s", (html) => {
    expect(markdown(`<p>a</p>${html}<p>b</p>`)).toBe("a\n\n> [!NOTE]\n> Save **it**.\n\nb\n");
  });
  it.each([
    '<details class="note"><summary>Note</summary><p>Save <b>it</b>.</p></details>',
    '<div class="NOTE"><p>Note</p><p>Save <b>it</b>.</p></div>',
    '<blockquote class="blockquote-tag blockquote-tag-note"><p>Note</p><p>Save <b>it</b>.</p></blockquote>',
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td>Save <b>it</b>.</td></tr></table></div>',
  ])("are alerts in MkDocs, DocFX, mdBook and Asciidoctor: %s", (html) => {
    expect(markdown(`<p>a</p>${html}<p>b</p>`)).toBe("a\n\n> [!NOTE]\n> Save **it**.\n\nb\n");
  });
  it.each([
    ["tip", "TIP"],
    ["important", "IMPORTANT"],
    ["attention", "WARNING"],
    ["error", "CAUTION"],
    ["bug", "WARNING"],
    ["seealso", "NOTE"],
  ])("of kind %s are %s", (kind, alert) => {
    expect(markdown(`<div class="admonition ${kind}"><p class="title">My</p><p>x</p></div>`)).toBe(
      `> [!${alert}]\n> My\n>\n> x\n`,
    );
  });
  it("need more than a class that names a kind", () => {
    expect(markdown('<div class="note"><p>x</p></div>')).toBe("x\n");
  });
  it("keep a title of their own", () => {
    expect(
      markdown(
        '<div class="warning custom-block"><p class="custom-block-title">Breaking</p><p>x</p></div>',
      ),
    ).toBe("> [!WARNING]\n> Breaking\n>\n> x\n");
  });
});

describe("quotations", () => {
  it("end with their source unless they link to it", () => {
    expect(markdown('<blockquote cite="/s"><p>a</p></blockquote>b')).toBe(
      "> a\n>\n> — <https://example.com/s>\n\nb\n",
    );
    expect(markdown('<blockquote cite="/s"><p><a href="/s">a</a></p></blockquote>')).toBe(
      "> [a](https://example.com/s)\n",
    );
  });
});

describe("videos and players", () => {
  it("are links", () => {
    expect(
      markdown(
        '<p>a</p><iframe src="https://www.youtube.com/embed/abcdefghijk?rel=0" title="Tour [1]"></iframe><p>b</p>',
      ),
    ).toBe("a\n\n[Tour \\[1\\]](https://www.youtube.com/watch?v=abcdefghijk)\n\nb\n");
    expect(markdown('<video controls><source src="/v.mp4">No video</video>')).toBe(
      "[Video](https://example.com/v.mp4)\n",
    );
  });
  it("are left out if they are hidden, decorative or of other sites", () => {
    expect(
      markdown(
        '<video src="/v.mp4" autoplay></video><video src="/v.mp4" hidden></video><iframe src="https://ads.example/" title="Ad"></iframe>x',
      ),
    ).toBe("x\n");
  });
});

describe("navigation to the previous and next page", () => {
  it("is left out", () => {
    const table =
      '<table><tr><th colspan=3>CREATE INDEX<tr><td><a href="a">Prev</a><td><a href="u">Up</a><td><a href="b">Next</a></table>';
    const body = "Indexes are primarily used to enhance database performance. ".repeat(8).trim();
    expect(markdown(`${table}<h1>CREATE INDEX</h1><p>${body}</p>${table}`)).toBe(
      `# CREATE INDEX\n\n${body}\n`,
    );
  });
});
