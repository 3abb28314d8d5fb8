/**
 * Writes texts of `n` parts. At the full number of parts, a recursion overflows the stack, and a
 * built-in function whose work is quadratic takes minutes.
 */
type HostileTexts = Readonly<Record<string, readonly [full: number, write: (n: number) => string]>>;

/** HTML that makes careless code recursive or quadratic. */
export const hostilePages: HostileTexts = {
  "nested <div>": [20_000, (n) => `${"<div>".repeat(n)}x`],
  "nested <span>": [20_000, (n) => `${"<span>".repeat(n)}x`],
  "nested lists": [20_000, (n) => "<ul><li>x".repeat(n)],
  "nested lists without text": [20_000, (n) => `${"<ul><li>".repeat(n)}x`],
  "nested definitions": [20_000, (n) => "<dl><dt>a<dd>".repeat(n)],
  "nested quotations": [20_000, (n) => "<blockquote>x".repeat(n)],
  "nested quotations with a source": [20_000, (n) => '<blockquote cite="/">x'.repeat(n)],
  "nested labels": [20_000, (n) => "<div>Show more".repeat(n)],
  "nested texts for screen readers": [
    20_000,
    (n) => "<b aria-hidden=true>x</b><div class=sr-only>x".repeat(n),
  ],
  "a title before nested elements": [
    20_000,
    (n) => `<h1>x</h1>${"<div>".repeat(n)}<main>${"A text. ".repeat(100)}`,
  ],
  "nested admonitions": [20_000, (n) => '<aside><div class="admonition note">x'.repeat(n)],
  "nested columns of line numbers": [20_000, (n) => '<div class="gutter"><pre>1'.repeat(n)],
  "nested links to the next page": [20_000, (n) => '<p>x<div><a href="/">Next</a>'.repeat(n)],
  "image candidates": [2_000, (n) => `<img alt="x" srcset="${"a,b 2x, ".repeat(n)}">`.repeat(10)],
  "nested tables": [20_000, (n) => "<table><tr><td>x<td>".repeat(n)],
  "nested headings": [20_000, (n) => "<h1><div>x".repeat(n)],
  "nested headings with buttons": [20_000, (n) => "<h1><div><button>".repeat(n)],
  "nested permalinks": [20_000, (n) => '<a href="#"><div>'.repeat(n)],
  "nested formulas": [20_000, (n) => "<math><semantics>".repeat(n)],
  "nested disclosures": [20_000, (n) => "<details><summary>s".repeat(n)],
  "nested articles": [20_000, (n) => '<article class="related">x'.repeat(n)],
  "nested forms": [20_000, (n) => `${"<form>".repeat(n)}<article>x`],
  "streamed fragments, each with the next one's placeholder": [
    20_000,
    (n) =>
      Array.from(
        { length: n },
        (_, i) => `<div hidden id=S:${i}>x<template id=B:${i + 1}></template>`,
      ).join(""),
  ],
  "nested streamed fragments with placeholders in reverse": [
    20_000,
    (n) =>
      Array.from(
        { length: n },
        (_, i) => `<div hidden id=S:${i}><template id=B:${n - i}></template>`,
      ).join(""),
  ],
  products: [
    100_000,
    (n) =>
      `<meta property="og:type" content="product">${'<div class="review btn">A text that is as long as another.</div>'.repeat(n)}`,
  ],
  "nested headers with links": [
    20_000,
    (n) => `<main>x${'<header><a href="/">x</a><a href="/">x</a><a href="/">x</a>'.repeat(n)}<h2>x`,
  ],
  "nested figures in an article": [
    20_000,
    (n) => `<meta property="og:type" content="article">${"<figure><img><figcaption>x".repeat(n)}`,
  ],
  "captions of one image": [
    50_000,
    (n) =>
      `<meta property="og:type" content="article"><p>${"A text. ".repeat(4 * n)}<figure>${"<figcaption>x</figcaption>".repeat(n)}<img>`,
  ],
  "affiliate notes in an article": [
    50_000,
    (n) =>
      `<meta property="og:type" content="article"><p>${"A text. ".repeat(4 * n)}${"<div>We may earn a a a a a small affiliate <i></i></div>".repeat(n)}`,
  ],
  menus: [
    20_000,
    (n) =>
      '<p>There are some of them:</p><ul class="m"><li><a href=/>x</a><a href=/>x</a><a href=/>x</a><a href=/>x</a></ul>'.repeat(
        n,
      ),
  ],
  "structured data": [
    90_000,
    (n) => `<script type="application/ld+json">${'"@type" :  ['.repeat(n)}</script>x`,
  ],
  "nested svg": [20_000, (n) => `${"<svg><foreignObject>".repeat(n)}<div>x`],
  "unclosed tags of each kind": [20_000, (n) => "<div><p><b><i><table><td><li><h1>".repeat(n)],
  "unclosed links": [20_000, (n) => '<a href="'.repeat(n)],
  "<b>": [200_000, (n) => "<b>x".repeat(n)],
  "stray end tags under nested elements": [
    200_000,
    (n) => "<div>".repeat(2_000 + n / 4) + "</span>".repeat(n),
  ],
  paragraphs: [100_000, (n) => "<p>x".repeat(n)],
  "groups of overlapping marks": [33_000, (n) => "<b>a<i>b<del>c</b>d</i>e</del>".repeat(n)],
  "a table of 20 columns": [
    5_000,
    (n) => `<table>${`<tr>${"<td>a | b".repeat(20)}`.repeat(n)}</table>`,
  ],
  "a table whose cells span all rows and columns": [
    2_000,
    (n) => `<table>${`<tr>${"<td colspan=1000 rowspan=65534>x".repeat(20)}`.repeat(n)}</table>`,
  ],
  "a long attribute": [
    2_000_000,
    (n) => `<p class="${"x ".repeat(n)}" style="${"a:b;".repeat(n / 2000)}">y`,
  ],
  "a long link": [4_000_000, (n) => `<a href="${"x".repeat(n)}">y</a>`],
  "an unclosed comment": [200_000, (n) => `x${"<!-- ".repeat(n)}`],
  "an unclosed script": [200_000, (n) => `x<script>${"</scrip".repeat(n)}`],
  "white space": [500_000, (n) => `a${" ".repeat(n)}b${"\n".repeat(n)}c`],
  "markup characters": [100_000, (n) => "*_[]~<&\\`(".repeat(n)],
  brackets: [500_000, (n) => "[".repeat(n) + "](".repeat(n / 2)],
  dashes: [500_000, (n) => `${"- ".repeat(n)}x`],
  "a heading of # signs": [500_000, (n) => `<h1>${" #".repeat(n)}`],
  joiners: [1_000_000, (n) => `a${"\u200d".repeat(n)}`],
  footnotes: [
    20_000,
    (n) =>
      `${Array.from({ length: n }, (_, i) => `a<sup><a id=r${i} href="#n${i}">1</a></sup>`).join("")}<div class=footnotes>${Array.from({ length: n }, (_, i) => `<p id=n${i}><a href="#r${i}">1</a> x`).join("")}`,
  ],
  "references to one footnote": [
    100_000,
    (n) => `${'<sup><a href="#n">1</a></sup>'.repeat(n)}<p id=n class=footnote>x`,
  ],
  "nested footnotes": [
    20_000,
    (n) =>
      `${Array.from({ length: n }, (_, i) => `<sup><a href="#n${i}">1</a></sup>`).join("")}${Array.from({ length: n }, (_, i) => `<div class=footnote id=n${i}>x`).join("")}`,
  ],
  "nested footnote references": [20_000, (n) => '<sup><a href="#n" id=n><i>'.repeat(n)],
  "nested lists between items": [20_000, (n) => "<ul><li>x</li>".repeat(n)],
  "consecutive lists": [20_000, (n) => "<ul><li>x</ul>".repeat(n)],
  "single emphasis delimiters": [120_000, (n) => `${"* a_ ~b ".repeat(n)}<b>c</b>`],
  "code spans": [100_000, (n) => "<code>`</code>".repeat(n)],
  "line breaks between Chinese characters": [100_000, (n) => "中\n<b>".repeat(n)],
  "unusual character references": [100_000, (n) => "<b>&hellip;".repeat(n)],
  "nested sets of tabs": [20_000, (n) => '<div class="tabbed-set"><label>a</label>'.repeat(n)],
  "line breaks": [100_000, (n) => "a<br><b> </b>".repeat(n)],
  "code in 30 quotations": [200_000, (n) => `${"<blockquote>".repeat(30)}<pre>${"a\n".repeat(n)}`],
};

/** Markdown that makes careless code recursive or quadratic. */
export const hostileSources: HostileTexts = {
  "runs of backticks of every length": [
    1_125_000,
    (n) => Array.from({ length: Math.sqrt(2 * n) }, (_, i) => "`".repeat(i + 1)).join(" "),
  ],
  "unclosed links": [200_000, (n) => "[a](".repeat(n)],
  "unclosed brackets": [250_000, (n) => "[".repeat(n) + "](".repeat(n)],
  "links with a disallowed scheme": [50_000, (n) => "[x](javascript:a)".repeat(n)],
  "unclosed comments": [200_000, (n) => "<!-- ".repeat(n)],
  "unclosed hidden elements": [50_000, (n) => "<div hidden>".repeat(n)],
  "unclosed images": [300_000, (n) => "![".repeat(n)],
  "a line of emphasis delimiters": [300_000, (n) => "*_a".repeat(n)],
  "a line of quotation markers": [500_000, (n) => ">".repeat(n)],
  "a line of table delimiters": [300_000, (n) => `${"|-".repeat(n)}x`],
  fences: [200_000, (n) => "```\n".repeat(n)],
};
