import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "text" }).content;
const prose =
  "The compressor works in four bands, each with a threshold, a ratio and a separate attack. "
    .repeat(4)
    .trim();

describe("labels of the interface", () => {
  it.each(["Quick view", "Add to wish list", "Read more / Read less", "Loading...", "Sort by:"])(
    'are dropped when they are a whole block: "%s"',
    (label) => {
      expect(read(`<main><p>${prose}</p><div>${label}</div></main>`)).toBe(`${prose}\n`);
    },
  );

  it("stay inside a sentence, a cell, a term and code", () => {
    const text = read(
      `<main><p>${prose}</p><p>Choose Quick view in the menu.</p><table><tr><th>Command<th>Key<tr><td>Quick view<td>Space</table><dl><dt>Sort by<dd>A column.</dl><pre>Read more</pre></main>`,
    );
    expect(text).toContain("Choose Quick view in the menu.");
    expect(text).toContain("Quick view | Space");
    expect(text).toContain("Sort by");
    expect(text).toContain("Read more");
  });

  it("with words that also name steps are dropped only where there is little prose", () => {
    const step = "<p>Save</p>";
    expect(read(`<main><p>${prose}</p>${step}</main>`)).toContain("Save");
    const cards = ["Oak", "Elm", "Ash", "Fir", "Yew", "Bay", "Fig", "Gum"].map(
      (wood) => `<div><h3>Lamp of ${wood} with a shade</h3><p>49.00</p>${step}</div>`,
    );
    expect(read(`<main>${cards.join("")}</main>`)).not.toContain("Save");
  });

  it("include skip links, but no headings or sentences that begin like them", () => {
    expect(
      read(`<main><a href="#list"><div>Skip to the list</div></a><p>${prose}</p></main>`),
    ).toBe(`${prose}\n`);
    expect(read(`<main><p>${prose}</p><p>Skip to step 4 if you are done.</p></main>`)).toContain(
      "Skip to step 4",
    );
  });

  it("include a copyright line of links, but not that of a license", () => {
    const links = '<a href="/p">Privacy policy</a> | <a href="/t">Terms and conditions</a>';
    expect(read(`<main><p>${prose}</p><div>© 2026 Bands | ${links}</div></main>`)).toBe(
      `${prose}\n`,
    );
    const license = "Copyright 2026 The authors of bands";
    expect(read(`<main><p>${license}</p><p>${prose}</p></main>`)).toContain(license);
  });

  it("include elements that float above the page", () => {
    const readWith = (name: string) =>
      read(`<main><p>${prose}</p><div class="${name}"><p>Join our club today.</p></div></main>`);
    expect(readWith("fixed bottom-0 left-0")).toBe(`${prose}\n`);
    expect(readWith("fixed-bottom")).toBe(`${prose}\n`);
    expect(readWith("table-fixed")).toContain("club");
  });
});
