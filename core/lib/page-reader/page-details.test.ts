import { describe, expect, it } from "vitest";
import { bestCandidate } from "./image-candidates.ts";
import { readHtml } from "./index.ts";

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
});
