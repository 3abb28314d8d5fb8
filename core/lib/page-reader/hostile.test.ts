import process from "node:process";
import { describe, expect, it } from "vitest";
import { expectSimilarTime } from "../kit/testing.ts";
import { describeHtml, readHtml, readMarkdown, splitParts } from "./index.ts";

const pages: Record<string, string> = {
  "20,000 nested <div>": `${"<div>".repeat(20_000)}x`,
  "20,000 nested <span>": `${"<span>".repeat(20_000)}x`,
  "20,000 nested lists": "<ul><li>x".repeat(20_000),
  "20,000 nested lists without text": `${"<ul><li>".repeat(20_000)}x`,
  "20,000 nested definitions": "<dl><dt>a<dd>".repeat(20_000),
  "20,000 nested quotations": "<blockquote>x".repeat(20_000),
  "20,000 nested quotations with a source": '<blockquote cite="/">x'.repeat(20_000),
  "20,000 nested labels": "<div>Show more".repeat(20_000),
  "20,000 nested texts for screen readers": "<b aria-hidden=true>x</b><div class=sr-only>x".repeat(
    20_000,
  ),
  "a title before 20,000 nested elements": `<h1>x</h1>${"<div>".repeat(20_000)}<main>${"A text. ".repeat(100)}`,
  "20,000 nested admonitions": '<aside><div class="admonition note">x'.repeat(20_000),
  "20,000 nested columns of line numbers": '<div class="gutter"><pre>1'.repeat(20_000),
  "20,000 nested links to the next page": '<p>x<div><a href="/">Next</a>'.repeat(20_000),
  "20,000 image candidates": `<img alt="x" srcset="${"a,b 2x, ".repeat(2_000)}">`.repeat(10),
  "20,000 nested tables": "<table><tr><td>x<td>".repeat(20_000),
  "20,000 nested headings": "<h1><div>x".repeat(20_000),
  "20,000 nested headings with buttons": "<h1><div><button>".repeat(20_000),
  "20,000 nested permalinks": '<a href="#"><div>'.repeat(20_000),
  "20,000 nested formulas": "<math><semantics>".repeat(20_000),
  "20,000 nested disclosures": "<details><summary>s".repeat(20_000),
  "20,000 nested articles": '<article class="related">x'.repeat(20_000),
  "20,000 nested forms": `${"<form>".repeat(20_000)}<article>x`,
  "20,000 streamed fragments, each with the next one's placeholder": Array.from(
    { length: 20_000 },
    (_, n) => `<div hidden id=S:${n}>x<template id=B:${n + 1}></template>`,
  ).join(""),
  "20,000 nested streamed fragments with placeholders in reverse": Array.from(
    { length: 20_000 },
    (_, n) => `<div hidden id=S:${n}><template id=B:${20_000 - n}></template>`,
  ).join(""),
  "100,000 products": `<meta property="og:type" content="product">${'<div class="review btn">A text that is as long as another.</div>'.repeat(100_000)}`,
  "20,000 nested headers with links": `<main>x${'<header><a href="/">x</a><a href="/">x</a><a href="/">x</a>'.repeat(20_000)}<h2>x`,
  "20,000 nested figures in an article": `<meta property="og:type" content="article">${"<figure><img><figcaption>x".repeat(20_000)}`,
  "50,000 captions of one image": `<meta property="og:type" content="article"><p>${"A text. ".repeat(200_000)}<figure>${"<figcaption>x</figcaption>".repeat(50_000)}<img>`,
  "50,000 affiliate notes in an article": `<meta property="og:type" content="article"><p>${"A text. ".repeat(200_000)}${"<div>We may earn a a a a a small affiliate <i></i></div>".repeat(50_000)}`,
  "20,000 menus":
    '<p>There are some of them:</p><ul class="m"><li><a href=/>x</a><a href=/>x</a><a href=/>x</a><a href=/>x</a></ul>'.repeat(
      20_000,
    ),
  "1 MB of structured data": `<script type="application/ld+json">${'"@type" :  ['.repeat(90_000)}</script>x`,
  "20,000 nested svg": `${"<svg><foreignObject>".repeat(20_000)}<div>x`,
  "20,000 unclosed tags of each kind": "<div><p><b><i><table><td><li><h1>".repeat(20_000),
  "20,000 unclosed links": '<a href="'.repeat(20_000),
  "200,000 <b>": "<b>x".repeat(200_000),
  "200,000 stray end tags under 50,000 elements":
    "<div>".repeat(50_000) + "</span>".repeat(200_000),
  "100,000 paragraphs": "<p>x".repeat(100_000),
  "33,000 groups of overlapping marks": "<b>a<i>b<del>c</b>d</i>e</del>".repeat(33_000),
  "a table of 5,000 rows by 20 columns": `<table>${`<tr>${"<td>a | b".repeat(20)}`.repeat(5_000)}</table>`,
  "a table whose cells span all rows and columns": `<table>${`<tr>${"<td colspan=1000 rowspan=65534>x".repeat(20)}`.repeat(2_000)}</table>`,
  "an attribute of 4 MB": `<p class="${"x ".repeat(2_000_000)}" style="${"a:b;".repeat(1000)}">y`,
  "a link of 4 MB": `<a href="${"x".repeat(4_000_000)}">y</a>`,
  "an unclosed comment": `x${"<!-- ".repeat(200_000)}`,
  "an unclosed script": `x<script>${"</scrip".repeat(200_000)}`,
  "1 MB of white space": `a${" ".repeat(500_000)}b${"\n".repeat(500_000)}c`,
  "1 MB of markup characters": "*_[]~<&\\`(".repeat(100_000),
  "1 MB of brackets": "[".repeat(500_000) + "](".repeat(250_000),
  "1 MB of dashes": `${"- ".repeat(500_000)}x`,
  "a heading of # signs": `<h1>${" #".repeat(500_000)}`,
  "1 MB of joiners": `a${"\u200d".repeat(1_000_000)}`,
  "20,000 footnotes": `${Array.from({ length: 20_000 }, (_, n) => `a<sup><a id=r${n} href="#n${n}">1</a></sup>`).join("")}<div class=footnotes>${Array.from({ length: 20_000 }, (_, n) => `<p id=n${n}><a href="#r${n}">1</a> x`).join("")}`,
  "100,000 references to one footnote": `${'<sup><a href="#n">1</a></sup>'.repeat(100_000)}<p id=n class=footnote>x`,
  "20,000 nested footnotes": `${Array.from({ length: 20_000 }, (_, n) => `<sup><a href="#n${n}">1</a></sup>`).join("")}${Array.from({ length: 20_000 }, (_, n) => `<div class=footnote id=n${n}>x`).join("")}`,
  "20,000 nested footnote references": '<sup><a href="#n" id=n><i>'.repeat(20_000),
  "20,000 nested lists between items": "<ul><li>x</li>".repeat(20_000),
  "20,000 consecutive lists": "<ul><li>x</ul>".repeat(20_000),
  "1 MB of single emphasis delimiters": `${"* a_ ~b ".repeat(120_000)}<b>c</b>`,
  "100,000 code spans": "<code>`</code>".repeat(100_000),
  "100,000 line breaks between Chinese characters": "中\n<b>".repeat(100_000),
  "100,000 unusual character references": "<b>&hellip;".repeat(100_000),
  "20,000 nested sets of tabs": '<div class="tabbed-set"><label>a</label>'.repeat(20_000),
  "100,000 line breaks": "a<br><b> </b>".repeat(100_000),
  "code of 200,000 lines in 30 quotations": `${"<blockquote>".repeat(30)}<pre>${"a\n".repeat(200_000)}`,
};

const sources: Record<string, string> = {
  "runs of backticks of every length": Array.from({ length: 1500 }, (_, n) =>
    "`".repeat(n + 1),
  ).join(" "),
  "unclosed links": "[a](".repeat(200_000),
  "unclosed brackets": "[".repeat(300_000) + "](".repeat(200_000),
  "links with a disallowed scheme": "[x](javascript:a)".repeat(50_000),
  "unclosed comments": "<!-- ".repeat(200_000),
  "unclosed hidden elements": "<div hidden>".repeat(50_000),
  "unclosed images": "![".repeat(300_000),
  "a line of emphasis delimiters": "*_a".repeat(300_000),
  "a line of quotation markers": ">".repeat(500_000),
  "a line of table delimiters": `${"|-".repeat(300_000)}x`,
  "200,000 fences": "```\n".repeat(200_000),
};

const options = { url: "https://example.com/", format: "markdown" } as const;

const ordinaryHtml = (length: number) => "<p>warm <b>up</b> and read</p>\n".repeat(length / 30);
const ordinaryMarkdown = (length: number) => "warm **up** and read\n\n".repeat(length / 22);

describe("readHtml, describeHtml and splitParts on hostile HTML", () => {
  it.each(Object.entries(pages))(
    "take as long as on ordinary pages and keep the output proportional: %s",
    (_, html) => {
      const ordinary = ordinaryHtml(html.length);
      let content = "";
      expectSimilarTime(
        process.threadCpuUsage,
        () => {
          content = readHtml(html, options).content;
        },
        () => readHtml(ordinary, options),
      );
      expect(content.length).toBeLessThan(html.length * 12 + 1000);
      expectSimilarTime(
        process.threadCpuUsage,
        () => describeHtml(html),
        () => describeHtml(ordinary),
      );
      const ordinaryContent = ordinaryMarkdown(content.length);
      expectSimilarTime(
        process.threadCpuUsage,
        () => splitParts(content, 20_000),
        () => splitParts(ordinaryContent, 20_000),
      );
    },
  );
});

describe("readMarkdown on hostile sources", () => {
  it.each(Object.entries(sources))("takes as long as on ordinary sources: %s", (_, source) => {
    const ordinary = ordinaryMarkdown(source.length);
    for (const format of ["markdown", "text"] as const)
      expectSimilarTime(
        process.threadCpuUsage,
        () => readMarkdown(source, { ...options, format }),
        () => readMarkdown(ordinary, { ...options, format }),
      );
  });
});
