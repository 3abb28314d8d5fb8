import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readHtml, readMarkdown, writeFrontMatter } from "../index.ts";

const parseFrontMatter = (text: string): unknown => {
  const [, yaml] = /^---\n([\s\S]*)---\n\n$/.exec(text)!;
  return parse(yaml!);
};
const url = "https://shop.example/docs/page";
const metadata = (html: string) => {
  const { content: _, ...rest } = readHtml(html, { url, format: "markdown" });
  return rest;
};

describe("writeFrontMatter()", () => {
  it("writes one quoted value a line, and only values that the page has", () => {
    expect(
      writeFrontMatter({
        title: 'Tape: "heads" # 1',
        canonical: "https://shop.example/",
        published: "2026-11-25",
      }),
    ).toBe(
      '---\ntitle: "Tape: \\"heads\\" # 1"\ncanonical: "https://shop.example/"\npublished: "2026-11-25"\n---\n\n',
    );
  });

  it.each([
    "no",
    "---",
    "\n---\ntitle: injected",
    "- a",
    "{a: b}",
    "&a *a !!js/function |",
    "\\u0000\u0085\u2028\u2029\ufeff\uffff\x7f",
    "😀\ud800",
    "12:30",
    "${x} `y`",
  ])("writes %j so that YAML reads the same text", (text) => {
    expect(parseFrontMatter(writeFrontMatter({ title: "T", description: text }))).toEqual({
      title: "T",
      description: text.toWellFormed(),
    });
  });

  it("writes any text so that YAML reads the same text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const written = writeFrontMatter({ title: text });
        expect(parseFrontMatter(written)).toEqual({ title: text.toWellFormed() });
        expect(written.split("\n")).toHaveLength(5);
      }),
    );
  });

  it("cuts values of more than 1,000 characters", () => {
    const written = writeFrontMatter({ title: "a".repeat(1_000_000) });
    expect(parseFrontMatter(written)).toEqual({ title: "a".repeat(1000) });
  });
});

describe("the metadata of a page", () => {
  it("is in its head", () => {
    expect(
      metadata(`<html lang="en"><title>T</title><meta name="description" content="D">
        <link rel="alternate canonical" href="/c"><link rel="canonical" href="/second">
        <meta property="article:published_time" content="2026-11-25T08:00:00+01:00">
        <meta property="article:modified_time" content="2026-11-26">x`),
    ).toEqual({
      title: "T",
      description: "D",
      language: "en",
      canonical: "https://shop.example/c",
      published: "2026-11-25T08:00:00+01:00",
      modified: "2026-11-26",
    });
  });

  it("is in structured data or in time elements", () => {
    expect(
      metadata(
        '<script type="application/ld+json">{"datePublished": "2026-01-02", "dateModified":"2026-01-03T10:00:00Z", "comment":{"datePublished":"2026-05-05"}}</script>x',
      ),
    ).toMatchObject({ published: "2026-01-02", modified: "2026-01-03T10:00:00Z" });
    expect(
      metadata('<time itemprop="datePublished" datetime="2026-02-03 10:00">x</time>'),
    ).toMatchObject({ published: "2026-02-03T10:00" });
  });

  it.each(["yesterday", "2026-13-01", "11/25/2026", "2026-11-25\n---\nx: y", "20261125"])(
    "has no date %j",
    (date) => {
      expect(metadata(`<meta name="date" content="${date}">x`)).toEqual({ title: "" });
    },
  );

  it("has no canonical URL of another scheme", () => {
    expect(metadata('<link rel="canonical" href="javascript:alert(1)">x')).toEqual({ title: "" });
  });

  it("is in the front matter of a Markdown source", () => {
    const source =
      "---\ntitle: T\ncanonical: /c\ndate: 2026-01-02\nlastmod: 2026-01-03T04:05:06Z\n---\nx";
    expect(readMarkdown(source, { url, format: "markdown" })).toEqual({
      title: "T",
      content: "x\n",
      canonical: "https://shop.example/c",
      published: "2026-01-02",
      modified: "2026-01-03T04:05:06Z",
    });
  });
});
