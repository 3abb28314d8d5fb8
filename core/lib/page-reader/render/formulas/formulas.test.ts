import { describe, expect, it } from "vitest";
import { readHtml } from "../../index.ts";

const read = (html: string, format: "markdown" | "text" = "markdown") =>
  readHtml(html, { url: "https://example.com/", format }).content;

describe("formulas in scripts", () => {
  it("are read with their mode, and without how MathJax shows them", () => {
    expect(
      read(
        'Let <script type="math/tex">x &lt; y</script> be <script type="math/tex; mode=display">\\frac{a}{b}</script> here <script type="text/x">no</script>',
      ),
    ).toBe("Let $x &lt; y$ be\n\n$$\\frac{a}{b}$$\n\nhere\n");
    expect(
      read(
        '<p>a <span class="MathJax_Preview">x2</span><span class="MathJax" id="MathJax-Element-1-Frame"><nobr>x²</nobr></span><script type="math/tex">x^2</script> b</p>',
      ),
    ).toBe("a $x^2$ b\n");
  });
  it("are TeX in plain text", () => {
    expect(read('<p>a <script type="math/tex">x^2</script> b', "text")).toBe("a x^2 b\n");
  });
});

describe("formulas of KaTeX and MathJax", () => {
  const katex = (tex: string, more = "") =>
    `<span class="katex"><span class="katex-mathml"><math${more}><semantics><mi>c</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">c</span></span>`;

  it("are their annotation, in a block of their own if they are display formulas", () => {
    expect(read(`<p>a ${katex("c = \\pm\\sqrt{a}")} b`)).toBe("a $c = \\pm\\sqrt{a}$ b\n");
    expect(
      read(`<p>a <span class="katex-display">${katex("c^2", ' display="block"')}</span> b`),
    ).toBe("a\n\n$$c^2$$\n\nb\n");
    expect(read(`<ul><li>a ${katex("c^2", ' display="block"')}</ul>`)).toBe("- a\n\n  $$c^2$$\n");
  });
  it("stay in the line in headings, cells and links", () => {
    const block = katex("c^2", ' display="block"');
    expect(read(`<h2>a ${block} b</h2>`)).toBe("## a $$c^2$$ b\n");
    expect(read(`<table><tr><th>a<th>b<tr><td>x ${block}<td>y</table>`)).toBe(
      "| a | b |\n| --- | --- |\n| x $$c^2$$ | y |\n",
    );
  });
  it("come from MathJax 4's own attribute", () => {
    expect(read('<math data-latex="\\alpha"><mi>α</mi></math>')).toBe("$\\alpha$\n");
  });
});

describe("formulas that a script renders", () => {
  it.each([
    ['<span class="math inline">\\(x_1\\)</span>', "$x_1$"],
    ['<span class="arithmatex">\\(a &lt; b\\)</span>', "$a < b$"],
    ['<span class="math inline">z^2</span>', "$z^2$"],
    ['<span class="math display">\\[y\n = 2\\]</span>', "$$y = 2$$"],
    ['<div class="math notranslate">\n\\[a &amp;= b\\\\ c\\]\n</div>', "$$a &= b\\\\ c$$"],
    ['<span class="math inline"><em>x</em><sup>2</sup></span>', "*x*²"],
    ["<code>\\(x\\)</code>", "`\\(x\\)`"],
    ["<p>\\(x\\)", "\\\\(x\\\\)"],
  ])("%s is %s", (html, content) => {
    expect(read(html)).toBe(`${content}\n`);
  });
});
