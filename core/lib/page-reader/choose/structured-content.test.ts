import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://shop.example/lamp", format: "text" }).content;

const description =
  "A desk lamp of recycled aluminum. <b>It dims</b> in twelve steps and turns itself off.";
const product = (text: string) =>
  `<script type="application/ld+json">${JSON.stringify({
    "@graph": [{ "@type": "Product", name: "Lamp", description: text }],
  }).replace(/</g, "\\u003c")}</script>`;

describe("content that a page has only as data", () => {
  it("adds the description of a product if the page shows hardly any sentences", () => {
    const text = read(`${product(description)}<main><h1>Lamp</h1><p>$ 49</p></main>`);
    expect(text).toBe(
      "Lamp\n\n$ 49\n\nA desk lamp of recycled aluminum. It dims in twelve steps and turns itself off.\n",
    );
  });

  it("doesn't repeat a description that the page shows", () => {
    const text = read(`${product(description)}<main><h1>Lamp</h1><p>${description}</p></main>`);
    expect(text.match(/recycled/g)).toHaveLength(1);
  });

  it("ignores data beside visible sentences, because people can't see it", () => {
    const visible = "This lamp stands on every desk of our office and never flickers. ".repeat(5);
    const text = read(`${product(description)}<main><h1>Lamp</h1><p>${visible}</p></main>`);
    expect(text).not.toContain("recycled");
  });

  it("adds the text of an article that only a script shows", () => {
    const body =
      "The council met on Monday to discuss the harbor, and decided to rebuild the pier.";
    const data = JSON.stringify({ "@type": "NewsArticle", articleBody: body });
    const text = read(`<script type="application/ld+json">${data}</script><h1>Harbor</h1>`);
    expect(text).toBe(`Harbor\n\n${body}\n`);
  });

  it("ignores data that isn't valid JSON", () => {
    const text = read(
      '<script type="application/ld+json">{"@type": "NewsArticle", </script><h1>Harbor</h1>',
    );
    expect(text).toBe("Harbor\n");
  });
});

describe("content that a script reveals", () => {
  const words = "Every pier of the harbor has a number and a light. ".repeat(25).trim();

  it("reads a main element whose only child is hidden", () => {
    const html = (extra: string) =>
      `<main><div style="display:none"><p>${words}</p></div>${extra}</main>`;
    expect(read(html(""))).toBe(`${words}\n`);
    expect(read(html("<p>Piers</p>"))).toBe("Piers\n");
  });

  it("reads transparent elements only if they hold most of the page", () => {
    const html = (visible: string) =>
      `<main><p>${visible}</p><div style="opacity:0"><p>${words}</p></div></main>`;
    expect(read(html("Piers"))).toContain(words);
    expect(read(html("Boats leave every hour of the day. ".repeat(50)))).not.toContain("number");
  });

  it("never reads elements that are hidden otherwise", () => {
    const html = `<main><p>Piers</p><div style="opacity:0;display:none"><p>${words}</p></div></main>`;
    expect(read(html)).toBe("Piers\n");
  });
});
