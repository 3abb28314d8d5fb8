import { Session } from "node:inspector";
import { afterAll, describe, expect, it } from "vitest";
import { expectLinearSteps, StepCounter } from "../../kit/testing.ts";
import { outlineHtml, readHtml } from "../index.ts";
import { type ContentSelectors, parseSelectors, type Selector } from "./selectors.ts";

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

const select = (main: string, exclude = ""): ContentSelectors => ({
  main: main ? (parseSelectors(main) as Selector[]) : [],
  exclude: exclude ? (parseSelectors(exclude) as Selector[]) : [],
});
const read = (html: string, main: string, exclude = "") =>
  readHtml(html, {
    url: "https://example.com/",
    format: "markdown",
    selectors: select(main, exclude),
  }).content;

const prose = "The compressor works in four bands, each with a threshold and a ratio. ".repeat(5);

describe("elements that selectors name", () => {
  const page = `<header class="top">Head</header>
    <div id="wrap"><p class="a b">One</p><section data-kind="note"><p>Two</p></section></div>
    <article lang="en"><p>Three</p><nav>Menu</nav></article><p>${prose}`;

  it.each([
    ["#wrap", "One\n\nTwo\n"],
    ["p.b.a", "One\n"],
    ["[data-kind]", "Two\n"],
    ["section[data-kind=note]", "Two\n"],
    ["[data-kind=tip], .a", "One\n"],
    ["#wrap p", "One\n\nTwo\n"],
    ["#wrap > p", "One\n"],
    ["body > p", undefined],
    ["article > nav", "Menu\n"],
    ["section, p.a", "One\n\nTwo\n"],
    ["* > #wrap > section p", "Two\n"],
    ["#wrap, #wrap p, section", "One\n\nTwo\n"],
    ["header > p, .a > p, .b.c", undefined],
    ["[constructor], [__proto__]", undefined],
  ])("%s selects %j", (main, content) => {
    if (content === undefined) expect(read(page, main)).toBe(read(page, ""));
    else expect(read(page, main)).toBe(content);
  });

  it("are read whole, without rules about boilerplate, but never what people don't see", () => {
    expect(
      read(
        `<main>${prose}</main><div class="x"><h3><button>Details</button></h3><div class="related">Kept</div><p hidden>Secret</p></div>`,
        ".x",
      ),
    ).toBe("### Details\n\nKept\n");
  });

  it("don't count if they are hidden or have no text, so that the main content is chosen", () => {
    const page = `<div class="x" hidden>Secret</div><div class="x"> </div><main><p>${prose}</main>`;
    expect(read(page, ".x")).toBe(`${prose.trim()}\n`);
  });
});

describe("elements that selectors exclude", () => {
  const page = `<main><h1>T</h1><p>${prose}</p><div class="ad">Ad</div><table><tr><th>A<th class="ad">B<tr><td>1<td class="ad">2</table></main>`;

  it("are left out of the main content and of elements that selectors name", () => {
    expect(read(page, "", ".ad")).toBe(`# T\n\n${prose.trim()}\n\nA\n\n1\n`);
    expect(read(page, "main", "p, table")).toBe("# T\n\nAd\n");
    expect(read("<main><i>a</i><b>b</b><i>c</i><i>d</i></main>", "", "i")).toBe("**b**\n");
  });

  it("stay left out if the page would reveal hidden elements", () => {
    expect(read(`<main><p hidden>${prose}</p></main>`, "", "")).toBe(`${prose.trim()}\n`);
    expect(read(`<main><p hidden>${prose}</p></main>`, "", "p")).toBe("");
  });
});

describe("outlineHtml() with selectors", () => {
  const page = `<title>Page</title><meta name="robots" content="nofollow"><nav><a href="/a">A</a></nav>
    <div class="x"><h2>Kept</h2><p>Text <a href="/b">b</a> <i>out</i></div><p>Other</p>`;

  it("has the headings and text of these elements, and the links of the whole page", () => {
    const { text, headings, links, title, isNofollow } = outlineHtml(page, {
      selectors: select(".x", "i"),
    });
    expect({ text, headings, links, title, isNofollow }).toEqual({
      text: "Kept\nText b",
      headings: ["Kept"],
      links: ["/a", "/b"],
      title: "Page",
      isNofollow: true,
    });
  });

  it("is the outline of the whole page if no element matches", () => {
    expect(outlineHtml(page, { selectors: select(".none") })).toEqual(outlineHtml(page));
  });
});

describe("selectors on hostile pages", () => {
  it.each([
    ["nested elements", (n: number) => "<div class=a>".repeat(n)],
    ["matches", (n: number) => "<div><p class=b>x</p></div>".repeat(n)],
    ["a long class attribute", (n: number) => `<p class="${"ab ".repeat(n)}">x`],
  ])("take steps in proportion to the page: %s", (_, write) => {
    const selectors = select(
      ".a .a .a .b, div > .b, .a > .a > .none",
      "div > div > div > i, .b .b",
    );
    const options = { url: "https://example.com/", format: "markdown", selectors } as const;
    expectLinearSteps(steps, (size) => {
      const html = write(size);
      return () => readHtml(html, options);
    });
    expect(readHtml(write(20_000), options).content.length).toBeLessThan(100_000);
  });
});
