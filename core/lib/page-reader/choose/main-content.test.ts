import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "markdown" }).content;
const prose =
  "The compressor works in four bands, each with a threshold, a ratio and a separate attack. "
    .repeat(4)
    .trim();
const menu =
  '<ul><li><a href="/a">Alpha</a><li><a href="/b">Beta</a><li><a href="/c">Gamma</a><li><a href="/d">Delta</a></ul>';

describe("the main content", () => {
  it("is <main> without the site's frame", () => {
    expect(
      read(
        `<header>Site</header><nav>${menu}</nav><main><h1>T</h1><p>${prose}</p><aside>Ad</aside></main><footer>Legal</footer>`,
      ),
    ).toBe(`# T\n\n${prose}\n`);
  });
  it("is <main> even if it is short, and the whole of a short page without <main>", () => {
    expect(
      read(
        `<nav>${menu}</nav><main><h1>Hours</h1><p>Open from nine.</p></main><footer>Legal</footer>`,
      ),
    ).toBe("# Hours\n\nOpen from nine.\n");
    expect(read("<nav><a href=/a>Alpha</a></nav><p>Open from nine.</p>")).toContain("Alpha");
  });
  it("is the only article, or the element with a common content id", () => {
    expect(read(`<div>${menu}</div><article><p>${prose}</article><div>Other</div>`)).toBe(
      `${prose}\n`,
    );
    expect(read(`<div>Other</div><div id="content"><p>${prose}</div>`)).toBe(`${prose}\n`);
  });
  it("is the whole of an unmarked page except elements named or shaped like menus", () => {
    expect(
      read(
        `<div class="breadcrumbs">You are here</div><div>${menu}</div><p>${prose}<div class="share-buttons">Share</div>`,
      ),
    ).toBe(`${prose}\n`);
  });
  it.each(["cookie-banner", "related-posts", "newsletter", "site-footer", "pagination", "social"])(
    "drops .%s",
    (name) => {
      expect(read(`<main><p>${prose}</p><div class="${name}">Extra</div></main>`)).toBe(
        `${prose}\n`,
      );
    },
  );
  it("drops sections whose heading introduces related pages or a form", () => {
    expect(
      read(
        `<main><p>${prose}</p><div><h2>You may also like</h2><a href="/x">A longer title of another product</a></div></main>`,
      ),
    ).toBe(`${prose}\n`);
    expect(
      read(
        `<main><p>${prose}</p><div><h3>Leave a reply</h3><p>Your address is not shown.</div></main>`,
      ),
    ).toBe(`${prose}\n`);
  });
  it("drops teasers that a heading recommends, even if they are mostly descriptions", () => {
    const section = (heading: string) =>
      `<section><h2>${heading}</h2>${["Attack", "Release"].map((name) => `<div><a href="/${name}">${name}</a><p>How the time of the ${name} changes the sound of drums and of voices.</p></div>`).join("")}</section>`;
    const page = (heading: string) => read(`<main><p>${prose}</p>${section(heading)}</main>`);
    for (const heading of ["You may also like", "Similar courses", "Related technical articles"])
      expect(page(heading)).toBe(`${prose}\n`);
    expect(read(`<main><p>${prose}</p><div><h2>Recently viewed</h2><div></div></div></main>`)).toBe(
      `${prose}\n`,
    );
    for (const heading of ["Related work", "Similar tools", "People who mix"])
      expect(page(heading)).toContain("the Attack changes");
  });
  it("keeps a section of latest news on a page of teasers", () => {
    const section = (heading: string, names: string[]) =>
      `<section><h2>${heading}</h2>${names.map((name) => `<article><a href="/${name}"><h3>${name} gets a new linen shade from a workshop in the north</h3></a></article>`).join("")}</section>`;
    const sections =
      section("Latest news", ["Oak", "Elm"]) +
      section("Lamps", ["Ash", "Fir", "Yew"]) +
      section("Tables", ["Bay", "Fig", "Gum"]);
    expect(read(`<main>${sections}</main>`)).toContain("Elm gets");
    expect(read(`<main><p>${prose}</p><p>${prose}</p>${sections}</main>`)).not.toContain(
      "Elm gets",
    );
  });
  it("keeps admonitions, the article's header and sections whose id is their heading's anchor", () => {
    expect(
      read(`<main><article><header><h1>T</h1></header><p>${prose}</p><aside class="admonition note">Mind this.</aside>
        <section id="related"><h2>Related</h2><p>How bands relate.</p></section></article></main>`),
    ).toBe(`# T\n\n${prose}\n\n> [!NOTE]\n> Mind this.\n\n## Related\n\nHow bands relate.\n`);
  });
  it("drops the site's header inside <main> and keeps a header with the title", () => {
    const links = '<a href="/a">Alpha</a> <a href="/b">Beta</a> <a href="/c">Gamma</a>';
    expect(
      read(`<main><header><p>Since 1973</p>${links}</header><h1>T</h1><p>${prose}</p></main>`),
    ).toBe(`# T\n\n${prose}\n`);
    expect(read(`<main><header><h1>T</h1>${links}</header><p>${prose}</p></main>`)).toContain(
      "[Beta]",
    );
  });
  it("keeps lists of articles and products", () => {
    const items = [1, 2, 3, 4, 5]
      .map((n) => `<li><a href="/${n}">A long enough title of the article number ${n}</a>`)
      .join("");
    expect(read(`<main><p>${prose}</p><ul>${items}</ul></main>`)).toContain(
      "- [A long enough title of the article number 5](https://example.com/5)",
    );
  });
  it("is the whole visible page if hardly any text would remain", () => {
    expect(read(`<nav><a href="/a">Alpha</a></nav><p>Short.</p><footer>Legal</footer>`)).toBe(
      "[Alpha](https://example.com/a)\n\nShort.\n\nLegal\n",
    );
  });
  it("includes the only title before it, with what stands beside the title", () => {
    const header = "<div><h1>Bands</h1><p>Four of them.</p></div>";
    const page = (before: string) => `<div>${before}<div id="content"><p>${prose}</p></div></div>`;
    expect(read(page(header))).toBe(`# Bands\n\nFour of them.\n\n${prose}\n`);
    expect(read(page(header + header))).toBe(`${prose}\n`);
    expect(read(page(`${header}<p>${"Another text. ".repeat(20)}</p>`))).toBe(`${prose}\n`);
  });
});
