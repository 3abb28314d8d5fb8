import { Session } from "node:inspector";
import { afterAll, describe, expect, test } from "vitest";
import { expectLinearSteps, StepCounter } from "../kit/testing.ts";
import { readSitemap } from "./sitemap.ts";
import type { Sitemap } from "./sitemap-entries.ts";

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urls = (inner: string) => `<?xml version="1.0"?><urlset ${NAMESPACE}>${inner}</urlset>`;
const listed = (xml: string) => (readSitemap(xml) as Sitemap).entries;

describe("readSitemap()", () => {
  test("reads URLs and times, entities and CDATA, and ignores other markup", () => {
    const xml = `\ufeff<?xml version="1.0"?><?xml-stylesheet href="a>b"?><!-- <url> --><urlset ${NAMESPACE} a='>'>
      <url><loc> https://shop.example/a?b=1&amp;c=2&#x26;d=&#51;&nbsp; </loc><lastmod>2026-11-02</lastmod></url>
      <url><lastmod>2026-11-02T09:30:00+01:00</lastmod><loc><![CDATA[https://shop.example/d?<&amp;]]></loc>
        <image:image><image:loc>https://shop.example/i.png</image:loc><loc>https://shop.example/deeper</loc></image:image><priority/></url>
      <other><loc>https://shop.example/other</loc></other><url/><url><loc>/rel<!-- x -->ative</loc></url></urlset>`;
    expect(readSitemap(xml)).toMatchObject({
      kind: "urlset",
      isTruncated: false,
      entries: [
        { loc: "https://shop.example/a?b=1&c=2&d=3&nbsp;", modified: "2026-11-02T00:00:00.000Z" },
        { loc: "https://shop.example/d?<&amp;", modified: "2026-11-02T08:30:00.000Z" },
        { loc: "/relative", modified: undefined },
      ],
    });
  });

  test("reads an index and prefixed names", () => {
    const xml =
      '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://shop.example/1.xml</s:loc></s:sitemap><sitemap><loc>no</loc></sitemap></s:sitemapindex>';
    expect(readSitemap(xml)).toMatchObject({
      kind: "sitemapindex",
      isTruncated: false,
      entries: [{ loc: "https://shop.example/1.xml", modified: undefined }],
    });
  });

  test.each([
    ["2026", "2026-01-01T00:00:00.000Z"],
    ["2026-11", "2026-11-01T00:00:00.000Z"],
    [" 2026-11-02T09:30Z ", "2026-11-02T09:30:00.000Z"],
    ["2026-11-02T09:30:00", "2026-11-02T09:30:00.000Z"],
    ["2026-13-45", undefined],
    ["yesterday", undefined],
    ["5", undefined],
  ])("reads the lastmod %s as %s", (lastmod, modified) => {
    expect(
      listed(urls(`<url><loc>https://a.example/</loc><lastmod>${lastmod}</lastmod></url>`)),
    ).toMatchObject([{ loc: "https://a.example/", modified }]);
  });

  test("reports errors in entries with their offsets", () => {
    const xml = urls(
      "<url><lastmod>2026</lastmod></url>\n<url><loc>https://a.example/</loc><lastmod>yesterday</lastmod></url>\n<url/>",
    );
    const first = xml.indexOf("<url>");
    expect(readSitemap(xml)).toMatchObject({
      entries: [{ at: xml.indexOf("<url>", first + 1), loc: "https://a.example/" }],
      errors: [
        { at: first, error: "has no URL" },
        {
          at: xml.indexOf("<url>", first + 1),
          error: 'has the invalid lastmod date "yesterday"',
        },
      ],
    });
  });

  test("reads a text file with one URL per line", () => {
    expect(
      readSitemap("\ufeffhttps://a.example/\r\n\r\nhttp://a.example/b?c&d\nnothing here\n", {
        maxEntries: 2,
      }),
    ).toEqual({
      kind: "urlset",
      isTruncated: false,
      entries: [
        { at: 0, loc: "https://a.example/", modified: undefined },
        { at: 23, loc: "http://a.example/b?c&d", modified: undefined },
      ],
      errors: [{ at: 46, error: 'is "nothing here", which isn\'t a URL' }],
    });
    expect(readSitemap("https://a.example/\nhttps://a.example/b", { maxEntries: 1 })).toMatchObject(
      {
        isTruncated: true,
      },
    );
  });

  test("stops at the maximum number of entries and reports that", () => {
    expect(readSitemap(urls("<url><loc>a</loc></url>".repeat(3)), { maxEntries: 2 })).toMatchObject(
      {
        isTruncated: true,
        entries: [{ loc: "a" }, { loc: "a" }],
      },
    );
    expect(readSitemap(urls("<url><loc>a</loc></url>".repeat(2)), { maxEntries: 2 })).toMatchObject(
      {
        isTruncated: false,
      },
    );
  });

  test.each([
    ["<html><p>no</html>", /neither urlset nor sitemapindex/],
    ["<!DOCTYPE html><html>", /a web page/],
    ['<!DOCTYPE urlset [<!ENTITY a "b">]><urlset></urlset>', /a DTD/],
    [urls("<!ENTITY a 'b'>"), /a DTD/],
    ["", /isn't XML/],
    ["shop.example/\nhttps://shop.example/a", /isn't XML/],
    ["text <urlset></urlset>", /isn't XML/],
    [`<urlset ${NAMESPACE}><url><loc>https://shop.example/a</loc></url>`, /ends before/],
    ["<urlset><url", /ends inside/],
    ["<urlset a='>", /neither|ends/],
    [urls("<!-- "), /unclosed/],
    ["<urlset/>", /empty/],
  ])("rejects %s", (xml, error) => {
    expect(readSitemap(xml)).toEqual({ error: expect.stringMatching(error) });
  });

  test.each(["<url><loc>", "<", "<!--", "<a '", "<![CDATA[", "&", "</url>"])(
    "takes steps in proportion to a hostile text: %s",
    (piece) => {
      const write = (size: number) => `<urlset>${piece.repeat(size)}`;
      expectLinearSteps(steps, (size) => () => readSitemap(write(size)));
      // For this text, a built-in function whose work is quadratic takes minutes.
      expect(readSitemap(write(4_000_000 / piece.length))).toBeDefined();
    },
  );
});
