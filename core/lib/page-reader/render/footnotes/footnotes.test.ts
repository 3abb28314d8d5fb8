import { describe, expect, it } from "vitest";
import { readHtml } from "../../index.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/a", format: "markdown" }).content;

const twoFootnotes = "a[^1] b[^2]\n\n[^1]: One\n[^2]: Two\n";

describe("footnotes", () => {
  it.each([
    [
      "GitHub and remark",
      '<p>a<sup><a href="#user-content-fn-x" id="user-content-fnref-x" data-footnote-ref aria-describedby="footnote-label">1</a></sup> b<sup><a href="#fn-y" id="fnref-y" data-footnote-ref>2</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">Footnotes</h2><ol><li id="user-content-fn-x"><p>One <a href="#user-content-fnref-x" data-footnote-backref class="data-footnote-backref" aria-label="Back to reference 1">↩</a></p></li><li id="fn-y"><p>Two <a href="#fnref-y">↩</a> <a href="#fnref-y-2" role="doc-backlink">↩<sup>2</sup></a></p></li></ol></section>',
      twoFootnotes,
    ],
    [
      "Pandoc",
      '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> b<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a></p><section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr><ol><li id="fn1"><p>One<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li><li id="fn2"><p>Two<a href="#fnref2" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
      "a[^1] b[^2]\n\n---\n\n[^1]: One\n[^2]: Two\n",
    ],
    [
      "kramdown",
      '<p>a<sup id="fnref:x"><a href="#fn:x" class="footnote" rel="footnote" role="doc-noteref">1</a></sup> b<sup id="fnref:y"><a href="#fn:y" class="footnote">2</a></sup></p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:x"><p>One <a href="#fnref:x" class="reversefootnote" role="doc-backlink">&#8617;</a></p></li><li id="fn:y"><p>Two <a href="#fnref:y" class="reversefootnote">&#8617;</a></p></li></ol></div>',
      twoFootnotes,
    ],
    [
      "Python-Markdown",
      '<p>a<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup> b<sup id="fnref:2"><a class="footnote-ref" href="#fn:2">2</a></sup></p><div class="footnote"><ol><li id="fn:1"><p>One&#160;<a class="footnote-backref" href="#fnref:1">&#8617;</a></p></li><li id="fn:2"><p>Two&#160;<a class="footnote-backref" href="#fnref:2">&#8617;</a></p></li></ol></div>',
      twoFootnotes,
    ],
    [
      "Sphinx",
      '<p>a<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a> b<a class="footnote-reference brackets" href="#id4" id="id2" role="doc-noteref"><span>[</span>2<span>]</span></a></p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>One</p></aside><aside class="footnote brackets" id="id4" role="doc-footnote"><span class="label"><span>[</span>2<span>]</span></span><span class="backrefs">(<a href="#id2">1</a>)</span><p>Two</p></aside></aside>',
      twoFootnotes,
    ],
    [
      "older docutils",
      '<p>a<a class="footnote-reference brackets" href="#id3" id="id1">1</a> b<a class="footnote-reference brackets" href="#id4" id="id2">2</a></p><dl class="footnote brackets"><dt class="label" id="id3"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>One</p></dd><dt class="label" id="id4"><span class="brackets"><a href="#id2">2</a></span></dt><dd><p>Two</p></dd></dl>',
      twoFootnotes,
    ],
    [
      "DocBook",
      '<p>a<a href="#ftn.x" class="footnote" id="x"><sup class="footnote">[1]</sup></a> b<a href="#ftn.y" class="footnote" id="y"><sup>[2]</sup></a></p><div class="footnotes"><div id="ftn.x" class="footnote"><p><a href="#x" class="para"><sup class="para">[1] </sup></a>One</p></div><div id="ftn.y" class="footnote"><p><a href="#y" class="para"><sup>[2] </sup></a>Two</p></div></div>',
      twoFootnotes,
    ],
    [
      "Asciidoctor",
      '<p>a<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1" title="View footnote.">1</a>]</sup> b<sup class="footnote">[<a id="_footnoteref_2" href="#_footnotedef_2">2</a>]</sup></p><div id="footnotes"><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. One</div><div class="footnote" id="_footnotedef_2"><a href="#_footnoteref_2">2</a>. Two</div></div>',
      twoFootnotes,
    ],
    [
      "MediaWiki",
      '<p>a<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup> b<sup id="cite_ref-2" class="reference"><a href="#cite_note-2">[2]</a></sup></p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">One</span></li><li id="cite_note-2"><span class="mw-cite-backlink">^ <a href="#cite_ref-2"><sup><i><b>a</b></i></sup></a></span> <span>Two</span></li></ol>',
      twoFootnotes,
    ],
    [
      "an author without class names",
      '<p>a<sup><a href="#n1" id="r1">*</a></sup> b<sup><a href="#n2" id="r2">**</a></sup></p><p id="n1"><a href="#r1">*</a> One</p><p id="n2"><a href="#r2">**</a> Two</p>',
      twoFootnotes,
    ],
  ])("are recognized as written by %s", (_, html, content) => {
    expect(markdown(html)).toBe(content);
  });

  it("keep their inner blocks and may have several references", () => {
    const call = '<sup id="r"><a href="#n">1</a></sup>';
    expect(
      markdown(
        `<p>a${call} b${call}</p><ol class="footnotes"><li id="n"><p>One</p><pre>x</pre><ul><li>y</ul></li></ol><p>c</p>`,
      ),
    ).toBe("a[^1] b[^1]\n\n[^1]: One\n\n    ```\n    x\n    ```\n    - y\n\nc\n");
  });
  it("may have references in headings and cells", () => {
    const call = (n: number) => `<sup><a href="#n${n}">${n}</a></sup>`;
    expect(
      markdown(
        `<h2>T${call(1)}</h2><table><tr><th>a<th>b<tr><td>c${call(2)}<td>d</table><div class=footnotes><p id=n1>One<p id=n2>Two</div>`,
      ),
    ).toBe("## T[^1]\n\n| a | b |\n| --- | --- |\n| c[^2] | d |\n\n[^1]: One\n[^2]: Two\n");
  });
  it.each([
    [
      "the target doesn't exist",
      '<p>a<sup><a href="#n">1</a></sup></p>',
      "a[1](https://example.com/a#n)\n",
    ],
    [
      "the target is hidden",
      '<p>a<sup><a href="#n">1</a></sup></p><div class=footnotes hidden><p id=n>One</div>',
      "a[1](https://example.com/a#n)\n",
    ],
    [
      "the target precedes the link",
      '<p id=n>One</p><p>a<sup><a href="#n">1</a></sup></p>',
      "One\n\na[1](https://example.com/a#n)\n",
    ],
    [
      "nothing marks the target as a footnote",
      '<p>a<sup><a href="#n">1</a></sup></p><p id=n>One</p>',
      "a[1](https://example.com/a#n)\n\nOne\n",
    ],
    [
      "the link isn't superscript",
      '<p>a <a href="#n" id=r>1</a></p><p id=n>One <a href="#r">↩</a></p>',
      "a [1](https://example.com/a#n)\n\nOne [↩](https://example.com/a#r)\n",
    ],
    [
      "the target is in a list",
      '<p>a<sup><a href="#n">1</a></sup></p><ul><li>x<p id=n class=footnote>One</ul>',
      "a[1](https://example.com/a#n)\n\n- x\n\n  One\n",
    ],
  ])("stay links if %s", (_, html, content) => {
    expect(markdown(html)).toBe(content);
  });
  it("become numbers in brackets in plain text", () => {
    const html = '<p>a<sup><a href="#n">1</a></sup></p><ol class=footnotes><li id=n>One</ol>';
    expect(readHtml(html, { url: "https://example.com/", format: "text" }).content).toBe(
      "a[1]\n\n[1] One\n",
    );
  });
});
