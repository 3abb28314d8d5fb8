import { describe, expect, it } from "vitest";
import { readHtml } from "./index.ts";
import type { PageFormat } from "./page.ts";

const read = (html: string, format: PageFormat = "markdown") =>
  readHtml(`<main>${html}</main>`, { url: "https://example.com/", format }).content;

describe("raised and lowered text", () => {
  it("has tags in Markdown if Unicode lacks a character", () => {
    expect(read("<p>a<sub>ij</sub> H<sub>2</sub>O x<sup>2</sup> q<sup>1,2</sup>")).toBe(
      "a<sub>ij</sub> H₂O x² q<sup>1,2</sup>\n",
    );
  });

  it("has no tags in text, in code, and for ordinals and marks", () => {
    expect(read("<p>a<sub>ij</sub> 10<sup>5/2</sup>", "text")).toBe("aij 10^5/2\n");
    expect(read("<p><code>a<sub>ij</sub></code> 1<sup>st</sup> Desk<sup>TM</sup>")).toBe(
      "`aij` 1st DeskTM\n",
    );
  });
});

describe("MathML without TeX", () => {
  it("is written in one line", () => {
    const square = "<msup><mi>b</mi><mn>2</mn></msup>";
    const sum = `<msqrt>${square}<mo>+</mo><mn>1</mn></msqrt>`;
    expect(
      read(`<p><math><mfrac>${sum}<mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>`, "text"),
    ).toBe("√(b^2+1)/(2a)\n");
  });
});

describe("tabs", () => {
  const tabs = (tag: string) =>
    `<div role="tablist"><${tag} role="tab" aria-controls="a">npm</${tag}><${tag} role="tab" aria-controls="b">Yarn</${tag}></div><div role="tabpanel" id="a"><p>First</p></div><div role="tabpanel" id="b" hidden><h3>Yarn</h3><p>Second</p></div>`;

  it.each(["button", "a"])("are labeled before their panels if they are <%s>", (tag) => {
    expect(read(tabs(tag))).toBe("**npm**\n\nFirst\n\n### Yarn\n\nSecond\n");
  });
});

describe("tabs of radio buttons", () => {
  const radio = '<input type="radio" name="t">';
  it.each([
    `<div class="tabbed-set">${radio}${radio}<div class="tabbed-labels"><label>npm</label><label>Yarn</label></div><div class="tabbed-content"><div class="tabbed-block"><p>First</p></div><div class="tabbed-block"><p>Second</p></div></div></div>`,
    `<div class="sd-tab-set">${radio}<label>npm</label><div class="sd-tab-content"><p>First</p></div>${radio}<label>Yarn</label><div class="sd-tab-content"><p>Second</p></div></div>`,
  ])("are labeled before their panels: %s", (html) => {
    expect(read(html)).toBe("**npm**\n\nFirst\n\n**Yarn**\n\nSecond\n");
  });
});

describe("a quotation", () => {
  it("keeps the footer that names its source", () => {
    expect(read("<blockquote><p>Be.</p><footer>— Ann</footer></blockquote>")).toBe(
      "> Be.\n>\n> — Ann\n",
    );
  });
});
