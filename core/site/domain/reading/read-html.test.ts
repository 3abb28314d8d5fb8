import { describe, expect, it } from "vitest";
import { readHtml } from "./index.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "markdown" }).content;
const text = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "text" }).content;

describe("text of a page as Markdown", () => {
  it("writes headings and paragraphs, white space folded", () => {
    expect(markdown("<h1>One\n  <b>two</b></h1><p>a\n b&nbsp; c<h3>Three #</h3>d")).toBe(
      "# One two\n\na b c\n\n### Three \\#\n\nd\n",
    );
  });
  it("keeps white space outside of emphasis", () => {
    expect(
      markdown("a<b> b </b>c <em>d<strong> e</strong></em> <del>f</del> <kbd>g</kbd> <var>h</var>"),
    ).toBe("a **b** c *d **e*** ~~f~~ `g` *h*\n");
  });
  it("joins emphasis that is only divided in the source, and leaves out what has no text", () => {
    expect(markdown("<b>one</b><b>two</b> <i class=icon></i><em> </em>x")).toBe("**onetwo** x\n");
  });
  it("writes a line break behind the emphasis that ends with it", () => {
    expect(markdown("<b>a<br></b>b <i>c\u2009</i>d")).toBe("**a**  \nb *c* d\n");
  });
  it("leaves emphasis out where Markdown would show its signs", () => {
    expect(markdown("foo<b>(bar)</b>baz <b>note:</b>text <b>fine</b>ly")).toBe(
      "foo(bar)baz note:text **fine**ly\n",
    );
  });
  it("makes links absolute, by the <base> if there is one", () => {
    expect(markdown('<a href="a?b=1&amp;c">x</a> <a href="/r">y</a> <a href="#z">z</a>')).toBe(
      "[x](https://example.com/docs/a?b=1&c) [y](https://example.com/r) [z](https://example.com/docs/page#z)\n",
    );
    expect(markdown('<base href="/other/"><a href="a">x</a>')).toBe(
      "[x](https://example.com/other/a)\n",
    );
  });
  it("keeps the text of links that lead nowhere an agent should go", () => {
    expect(
      markdown(
        '<a href="java\nscript:alert(1)">a</a> <a href="data:text/html,x">b</a> <a href="ftp://x/">c</a> <a>d</a>',
      ),
    ).toBe("a b c d\n");
    expect(markdown('<a href="mailto:a@b.c">mail</a> <a href="tel:+1">call</a>')).toBe(
      "[mail](mailto:a@b.c) [call](tel:+1)\n",
    );
  });
  it("puts destinations with parentheses in angle brackets", () => {
    expect(markdown('<a href="/a_(b)">x</a>')).toBe("[x](<https://example.com/a_(b)>)\n");
  });
  it("says the link around a card once", () => {
    expect(markdown('<a href="/k"><h3>Card</h3><p>About it</p></a>')).toBe(
      "### [Card](https://example.com/k)\n\nAbout it\n",
    );
  });
  it("leaves out the sign that links a heading to itself", () => {
    expect(
      markdown('<h2 id=a><a href="#a">Title</a> <a class=headerlink href="#a">¶</a></h2>'),
    ).toBe("## Title\n");
  });
  it("writes images with a text alternative, and no others", () => {
    expect(markdown('<img src="i.png" alt="A [b]"><img src="j.png" alt=""><img src="k.png">')).toBe(
      "![A \\[b\\]](https://example.com/docs/i.png)\n",
    );
    expect(markdown('<img src="data:image/gif;base64,x" data-src="/lazy.png" alt="lazy">')).toBe(
      "![lazy](https://example.com/lazy.png)\n",
    );
    expect(markdown('<img src="data:image/gif;base64,x" alt="inline">')).toBe("inline\n");
  });
  it("breaks lines at <br> and rules at <hr>", () => {
    expect(markdown("<p>a<br>b<br></p><hr>c")).toBe("a  \nb\n\n---\n\nc\n");
  });
  it("quotes, also lists and several paragraphs", () => {
    expect(markdown("<blockquote><p>a<p>b<ul><li>c</ul></blockquote>d")).toBe(
      "> a\n>\n> b\n>\n> - c\n\nd\n",
    );
  });
  it("keeps figures, disclosures, quotations and powers readable", () => {
    expect(markdown("<figure><img src=/i.png alt=i><figcaption>cap</figcaption></figure>")).toBe(
      "![i](https://example.com/i.png)\n\ncap\n",
    );
    expect(markdown("<details><summary>More</summary>body</details>")).toBe("**More**\n\nbody\n");
    expect(markdown("<p><q>said</q> 10<sup>5</sup> H<sub>2</sub>O 1<sup>st</sup>")).toBe(
      "“said” 10^5 H2O 1st\n",
    );
  });
  it("writes formulas as TeX where the page has it", () => {
    expect(markdown('<math alttext="x^2"><mi>x</mi></math> is')).toBe("$x^2$ is\n");
  });
});

describe("escaping", () => {
  it("escapes what Markdown would take for markup, and nothing else", () => {
    expect(
      markdown(
        "<p>5 * 3 *x* _y_ snake_case `z` [a](b) [c] &lt;div> a &lt; b &amp;lt; AT&amp;T 1~2 ~~s~~ C:\\dir \\*",
      ),
    ).toBe(
      "5 * 3 \\*x\\* \\_y\\_ snake_case \\`z\\` [a\\](b) [c] \\<div> a < b \\&lt; AT&T 1~2 \\~\\~s\\~\\~ C:\\dir \\\\\\*\n",
    );
  });
  it("leaves signs of emphasis as they are where there is no second", () => {
    expect(
      markdown(
        "<p>apr_atomic_*</p><p>~5, _x and http://a.example/*/b</p><p>~5 to ~6</p><p>*args, **kwargs</p><p><b>a</b> b*</p>",
      ),
    ).toBe(
      "apr_atomic_*\n\n~5, _x and http://a.example/*/b\n\n\\~5 to \\~6\n\n\\*args, \\*\\*kwargs\n\n**a** b\\*\n",
    );
  });
  it("escapes the beginnings of lines that would start a block", () => {
    expect(markdown("<p># a<br>- b<br>1. c<br>&gt; d<br>+ e<br>---<br>#f<br>1.5</p>")).toBe(
      "\\# a  \n\\- b  \n1\\. c  \n\\> d  \n\\+ e  \n\\---  \n#f  \n1.5\n",
    );
  });
  it("does not escape them behind a heading's sign or in a cell", () => {
    expect(markdown("<h2>1. First</h2>")).toBe("## 1. First\n");
  });
  it("does not make an image of an exclamation mark before a link", () => {
    expect(markdown('Hi!<a href="/x">x</a>')).toBe("Hi\\![x](https://example.com/x)\n");
  });
});

describe("lists", () => {
  it("nests them, each inside its item's text", () => {
    expect(markdown("<ul><li>a<ul><li>b<ol><li>c<li>d</ol></ul><li>e</ul>")).toBe(
      "- a\n  - b\n    1. c\n    2. d\n- e\n",
    );
  });
  it("starts ordered lists where they start", () => {
    expect(markdown("<ol start=9><li>a<li>b<li value=20>c</ol>")).toBe("9. a\n10. b\n20. c\n");
  });
  it("indents paragraphs and code of an item", () => {
    expect(markdown("<ol><li><p>a<p>b<pre>c\n  d</pre></ol>")).toBe(
      "1. a\n\n   b\n\n   ```\n   c\n     d\n   ```\n",
    );
  });
  it("leaves out items without content", () => {
    expect(markdown("<ul><li><li>a<li> </ul>b")).toBe("- a\n\nb\n");
  });
  it("marks a list otherwise than the one right before it", () => {
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
  it("takes a list between two items for part of the first", () => {
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
  it("keeps code apart from the term that it defines", () => {
    expect(markdown("<dl><dt>A<dd><ul><li>x</ul><dt>B<dd><pre>y</pre></dl>")).toBe(
      "- **A**\n  - x\n- **B**\n\n  ```\n  y\n  ```\n",
    );
  });
  it("writes what is nested beyond ten levels at the tenth", () => {
    const lines = markdown("<ul><li>x".repeat(14)).trimEnd().split("\n");
    expect(lines[9]).toBe(`${"  ".repeat(9)}- x`);
    expect(lines[13]).toBe(`${"  ".repeat(10)}- x`);
  });
});

describe("code", () => {
  it("fences any <pre>, its white space exact", () => {
    expect(markdown("<pre>\n  a\n\n\tb  <b>*c*</b>\n</pre>")).toBe("```\n  a\n\n\tb  *c*\n```\n");
  });
  it("makes the fence longer than any inside", () => {
    expect(markdown("<pre>```js\n````</pre>")).toBe("`````\n```js\n````\n`````\n");
    expect(markdown("<code>a``b</code> <code>`</code>")).toBe("```a``b``` `` ` ``\n");
  });
  it.each([
    ['<pre><code class="language-ts">x</code></pre>', "ts"],
    ['<pre class="lang-py">x</pre>', "py"],
    ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"],
    [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>',
      "python3",
    ],
    ['<pre class="brush: ruby">x</pre>', "ruby"],
    ['<pre class="sourceCode haskell"><code>x</code></pre>', "haskell"],
    ['<pre data-lang="go">x</pre>', "go"],
    ['<pre class="language-none">x</pre>', ""],
    ["<pre>x</pre>", ""],
  ])("names the language of %s", (html, language) => {
    expect(markdown(html)).toBe(`\`\`\`${language}\nx\n\`\`\`\n`);
  });
  it("keeps lines that are elements, and leaves line numbers and buttons out", () => {
    expect(
      markdown(
        '<pre><button>Copy</button><div>a</div><div>b</div><span class="lineno">7</span>c<br>d</pre>',
      ),
    ).toBe("```\na\nb\nc\nd\n```\n");
  });
  it("divides two listings in one <pre>", () => {
    expect(markdown("<pre><code>a</code><code>b</code></pre>")).toBe("```\na\nb\n```\n");
  });
  it("divides listings and not the parts of a line", () => {
    expect(markdown("<pre><code>$ </code><strong><code>ls</code></strong></pre>")).toBe(
      "```\n$ ls\n```\n",
    );
  });
  it("keeps code in one piece, whatever is emphasized in it", () => {
    expect(
      markdown(
        "<code>git <em>add</em> <b>-A</b></code> <b><code>a</code></b>.<b><code>b</code></b>",
      ),
    ).toBe("`git add -A` **`a`**.**`b`**\n");
    expect(markdown("x<b>y<code>a</code></b> <code>`b</code>")).toBe("x**y`a`** `` `b ``\n");
  });
  it("keeps links in code", () => {
    expect(markdown('<code>Vec&lt;<a href="/T">T</a>></code>')).toBe(
      "`Vec<`[`T`](https://example.com/T)`>`\n",
    );
  });
});

describe("tables", () => {
  it("writes them as GFM, with one line a cell", () => {
    expect(markdown("<table><tr><th>A<th>B<tr><td>1|2<td><p>x<p>y<ul><li>z</ul></table>")).toBe(
      "| A | B |\n| --- | --- |\n| 1\\|2 | x<br>y<br>- z |\n",
    );
  });
  it("leaves what a colspan or rowspan covers empty", () => {
    expect(
      markdown(
        "<table><tr><th colspan=2>AB<th>C<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5<tr><td colspan=9>all</table>",
      ),
    ).toBe("| AB |  | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |\n| all |\n");
  });
  it("gives names and values an empty header", () => {
    expect(markdown("<table><tr><th>Weight<td>2 kg<tr><th>Color<td>red</table>")).toBe(
      "|  |  |\n| --- | --- |\n| Weight | 2 kg |\n| Color | red |\n",
    );
  });
  it("takes the first row for the header where nothing is marked, and says the caption before", () => {
    expect(markdown("<table><caption>Cap</caption><tr><td>a<td>b<tr><td>c<td>d</table>")).toBe(
      "Cap\n\n| a | b |\n| --- | --- |\n| c | d |\n",
    );
  });
  it("reads layout tables, and what is in them, cell by cell", () => {
    expect(
      markdown("<table><tr><td><h2>T</h2><td><table><tr><th>a<th>b<tr><td>c<td>d</table></table>"),
    ).toBe("## T\n\n| a | b |\n| --- | --- |\n| c | d |\n");
    expect(markdown("<table><tr><td>a<td><pre>x\ny</pre></table>")).toBe("a\n\n```\nx\ny\n```\n");
  });
});

describe("a page as plain text", () => {
  it("has no markup, addresses and images", () => {
    expect(
      text(
        '<h1>T</h1><p>a <b>b</b> <a href="/x">c*</a><img src=i alt=alt><ol><li>d<ul><li>e</ul></ol><pre>f\n g</pre><table><tr><th>h<th>i<tr><td>j<td>k</table>',
      ),
    ).toBe("T\n\na b c*\n\n1. d\n   - e\n\nf\n g\n\nh | i\nj | k\n");
  });
});

describe("broken HTML", () => {
  it("is read as a browser reads it", () => {
    expect(markdown("<p>a<div>b<p>c</div>d<li>e<li>f")).toBe("a\n\nb\n\nc\n\nd\n\n- e\n- f\n");
    expect(markdown("<h2>a<p>b</h2>c")).toBe("## a\n\nb\n\nc\n");
    expect(markdown("<table><tr><td>a</div><td>b<tr><td>c<td>d</table>e</body>f")).toBe(
      "| a | b |\n| --- | --- |\n| c | d |\n\nef\n",
    );
    expect(markdown("<title>t</title>a <svg><title>u</title><path/></svg>b")).toBe("a b\n");
  });
  it("needs no <html>, <head> or <body>", () => {
    expect(
      readHtml("<head><meta charset=utf-8><title>T</title><p>a", {
        url: "https://example.com/",
        format: "markdown",
      }),
    ).toEqual({
      title: "T",
      content: "a\n",
    });
  });
});
