import { describe, expect, it } from "vitest";
import { readHtml } from "./index.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "markdown" }).content;
const text = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "text" }).content;

describe("text as Markdown", () => {
  it("writes headings and paragraphs with collapsed white space", () => {
    expect(markdown("<h1>One\n  <b>two</b></h1><p>a\n b&nbsp; c<h3>Three #</h3>d")).toBe(
      "# One two\n\na b c\n\n### Three \\#\n\nd\n",
    );
  });
  it("moves white space outside emphasis", () => {
    expect(
      markdown("a<b> b </b>c <em>d<strong> e</strong></em> <del>f</del> <kbd>g</kbd> <var>h</var>"),
    ).toBe("a **b** c *d **e*** ~~f~~ `g` *h*\n");
  });
  it("joins adjacent emphasis and omits empty emphasis", () => {
    expect(markdown("<b>one</b><b>two</b> <i class=icon></i><em> </em>x")).toBe("**onetwo** x\n");
  });
  it("writes a line break after the emphasis that ends with it", () => {
    expect(markdown("<b>a<br></b>b <i>c\u2009</i>d")).toBe("**a**  \nb *c* d\n");
  });
  it("omits emphasis that Markdown wouldn't recognize", () => {
    expect(markdown("foo<b>(bar)</b>baz <b>note:</b>text <b>fine</b>ly")).toBe(
      "foo(bar)baz note:text **fine**ly\n",
    );
  });
  it("resolves links against <base> or the page's URL", () => {
    expect(markdown('<a href="a?b=1&amp;c">x</a> <a href="/r">y</a> <a href="#z">z</a>')).toBe(
      "[x](https://example.com/docs/a?b=1&c) [y](https://example.com/r) [z](https://example.com/docs/page#z)\n",
    );
    expect(markdown('<base href="/other/"><a href="a">x</a>')).toBe(
      "[x](https://example.com/other/a)\n",
    );
  });
  it("keeps only the text of links with disallowed schemes", () => {
    expect(
      markdown(
        '<a href="java\nscript:alert(1)">a</a> <a href="data:text/html,x">b</a> <a href="ftp://x/">c</a> <a>d</a>',
      ),
    ).toBe("a b c d\n");
    expect(markdown('<a href="mailto:a@b.c">mail</a> <a href="tel:+1">call</a>')).toBe(
      "[mail](mailto:a@b.c) [call](tel:+1)\n",
    );
  });
  it("writes destinations with parentheses in angle brackets", () => {
    expect(markdown('<a href="/a_(b)">x</a>')).toBe("[x](<https://example.com/a_(b)>)\n");
  });
  it("writes a link around several blocks once", () => {
    expect(markdown('<a href="/k"><h3>Card</h3><p>About it</p></a>')).toBe(
      "### [Card](https://example.com/k)\n\nAbout it\n",
    );
  });
  it("omits the permalink of a heading", () => {
    expect(
      markdown('<h2 id=a><a href="#a">Title</a> <a class=headerlink href="#a">¶</a></h2>'),
    ).toBe("## Title\n");
  });
  it("writes only images with alternative text", () => {
    expect(markdown('<img src="i.png" alt="A [b]"><img src="j.png" alt=""><img src="k.png">')).toBe(
      "![A \\[b\\]](https://example.com/docs/i.png)\n",
    );
    expect(markdown('<img src="data:image/gif;base64,x" data-src="/lazy.png" alt="lazy">')).toBe(
      "![lazy](https://example.com/lazy.png)\n",
    );
    expect(markdown('<img src="data:image/gif;base64,x" alt="inline">')).toBe("inline\n");
  });
  it("writes <br> as a line break and <hr> as a thematic break", () => {
    expect(markdown("<p>a<br>b<br></p><hr>c")).toBe("a  \nb\n\n---\n\nc\n");
  });
  it("writes quotations with several paragraphs and lists", () => {
    expect(markdown("<blockquote><p>a<p>b<ul><li>c</ul></blockquote>d")).toBe(
      "> a\n>\n> b\n>\n> - c\n\nd\n",
    );
  });
  it("writes figures, disclosures, quotations and powers", () => {
    expect(markdown("<figure><img src=/i.png alt=i><figcaption>cap</figcaption></figure>")).toBe(
      "![i](https://example.com/i.png)\n\ncap\n",
    );
    expect(markdown("<details><summary>More</summary>body</details>")).toBe("**More**\n\nbody\n");
    expect(markdown("<p><q>said</q> 10<sup>5</sup> H<sub>2</sub>O 1<sup>st</sup>")).toBe(
      "“said” 10⁵ H₂O 1st\n",
    );
  });
  it("writes formulas as TeX if the page includes it", () => {
    expect(markdown('<math alttext="x^2"><mi>x</mi></math> is')).toBe("$x^2$ is\n");
  });
});

describe("raised and lowered text", () => {
  it.each([
    ["x<sup>2</sup> and H<sub>2</sub>O", "x² and H₂O"],
    ["10<sup>−3</sup> (a+b)<sup>n+1</sup>", "10⁻³ (a+b)ⁿ⁺¹"],
    ["10<sup>5/2</sup>", "10^5/2"],
    ["the 1<sup>st</sup> x<sub>max</sub>", "the 1st x<sub>max</sub>"],
    ["<code>x<sup>2</sup></code>", "`x²`"],
  ])("%s is %s", (html, content) => {
    expect(markdown(`<p>${html}`)).toBe(`${content}\n`);
  });
});

describe("tasks", () => {
  it.each([
    '<ul><li><input type=checkbox checked> a<li> <input type="checkbox" disabled>b<li>c</ul>',
    "<ul><li><p><input type=checkbox checked> a</p><li><label><input type=checkbox disabled><span></span></label> b<li>c</ul>",
  ])("keep their state: %s", (html) => {
    expect(markdown(html)).toBe("- [x] a\n- [ ] b\n- c\n");
    expect(text(html)).toBe("- [x] a\n- [ ] b\n- c\n");
  });
});

describe("checkboxes that people can change", () => {
  it.each([
    "<ul><li><label><input type=checkbox checked> a</label><li><label><input type=checkbox> b</label></ul>",
    '<form><ul class="task-list"><li><label><input type=checkbox checked name=x>a</label><li><label><input type=checkbox>b</label></ul></form>',
  ])("are tasks in a checklist: %s", (html) => {
    expect(markdown(html)).toBe("- [x] a\n- [ ] b\n");
  });
  it.each([
    "<label><input type=checkbox> Red (12)</label>",
    "<label><input type=checkbox name=color value=red> Red</label>",
    "<form><label><input type=checkbox> Red</label></form>",
  ])("are no tasks in a filter: %s", (filter) => {
    expect(markdown(`<ul><li>${filter}<li>a</ul>`)).toBe("- a\n");
  });
});

describe("escaping", () => {
  it("escapes only characters that Markdown would interpret as markup", () => {
    expect(
      markdown(
        "<p>5 * 3 *x* _y_ snake_case `z` [a](b) [c] &lt;div> a &lt; b &amp;lt; AT&amp;T 1~2 ~~s~~ C:\\dir \\*",
      ),
    ).toBe(
      "5 * 3 \\*x\\* \\_y\\_ snake_case \\`z\\` [a\\](b) [c] \\<div> a < b \\&lt; AT&T 1~2 \\~\\~s\\~\\~ C:\\dir \\\\\\*\n",
    );
  });
  it("doesn't escape an emphasis delimiter that occurs once", () => {
    expect(
      markdown(
        "<p>apr_atomic_*</p><p>~5, _x and http://a.example/*/b</p><p>~5 to ~6</p><p>*args, **kwargs</p><p><b>a</b> b*</p>",
      ),
    ).toBe(
      "apr_atomic_*\n\n~5, _x and http://a.example/*/b\n\n\\~5 to \\~6\n\n\\*args, \\*\\*kwargs\n\n**a** b\\*\n",
    );
  });
  it("escapes line starts that would begin a block", () => {
    expect(markdown("<p># a<br>- b<br>1. c<br>&gt; d<br>+ e<br>---<br>#f<br>1.5</p>")).toBe(
      "\\# a  \n\\- b  \n1\\. c  \n\\> d  \n\\+ e  \n\\---  \n#f  \n1.5\n",
    );
  });
  it("doesn't escape the start of a heading's text", () => {
    expect(markdown("<h2>1. First</h2>")).toBe("## 1. First\n");
  });
  it("escapes an exclamation mark before a link", () => {
    expect(markdown('Hi!<a href="/x">x</a>')).toBe("Hi\\![x](https://example.com/x)\n");
  });
});

describe("a page as plain text", () => {
  it("has no markup, addresses or images", () => {
    expect(
      text(
        '<h1>T</h1><p>a <b>b</b> <a href="/x">c*</a><img src=i alt=alt><ol><li>d<ul><li>e</ul></ol><pre>f\n g</pre><table><tr><th>h<th>i<tr><td>j<td>k</table>',
      ),
    ).toBe("T\n\na b c*\n\n1. d\n   - e\n\nf\n g\n\nh | i\nj | k\n");
  });
});

describe("broken HTML", () => {
  it("is parsed as browsers parse it", () => {
    expect(markdown("<p>a<div>b<p>c</div>d<li>e<li>f")).toBe("a\n\nb\n\nc\n\nd\n\n- e\n- f\n");
    expect(markdown("<h2>a<p>b</h2>c")).toBe("## a\n\nb\n\nc\n");
    expect(markdown("<table><tr><td>a</div><td>b<tr><td>c<td>d</table>e</body>f")).toBe(
      "| a | b |\n| --- | --- |\n| c | d |\n\nef\n",
    );
    expect(markdown("<title>t</title>a <svg><title>u</title><path/></svg>b")).toBe("a b\n");
  });
  it("keeps the text after a button that isn't closed", () => {
    const after = "<p>The text of the page.";
    expect(markdown(`<div><button>Menu</div>${after}`)).toBe("The text of the page.\n");
    expect(markdown(`<ul><li><button>Copy</ul>${after}`)).toBe("The text of the page.\n");
    expect(markdown(`<p>a<button><p>b</button>c</p>${after}`)).toBe(
      "ac\n\nThe text of the page.\n",
    );
    expect(markdown(`<p>a<button>b<button>c</button> d`)).toBe("a d\n");
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
