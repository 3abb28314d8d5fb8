import { describe, expect, it } from "vitest";
import { readHtml } from "./index.ts";

const read = (html: string) => readHtml(html, { url: "https://example.com/", format: "markdown" }).content;
const prose = "The compressor works in four bands, each with a threshold, a ratio and an attack of its own. ".repeat(4).trim();
const product = '<meta property="og:type" content="product">';
const forum = '<meta name="generator" content="phpBB">';

describe("names of machinery", () => {
  it.each(["HomePageFooter", "Breadcrumbs-styled__Crumb", "cta", "post actions", "skeleton"])("are words and humps of .%s", (name) => {
    expect(read(`<main><p>${prose}</p><div class="${name}">Beside</div></main>`)).toBe(`${prose}\n`);
  });
  it.each(["mdx-table_root__adKqa", "interaction", "transactions"])("are not parts of words, nor humps of a hash: .%s", (name) => {
    expect(read(`<main><p>${prose}</p><div class="${name}">Beside</div></main>`)).toBe(`${prose}\n\nBeside\n`);
  });
  it("are not read out of an id that is as long as a title", () => {
    expect(read(`<main><p>${prose}</p><div id="sql-for-update-share"><h3>The locking clause</h3><p>Text.</div></main>`)).toContain("The locking clause");
    expect(read(`<main><p>${prose}</p><div id="cookie-law-info-bar">Accept</div></main>`)).toBe(`${prose}\n`);
  });
});

describe("a product's page", () => {
  it("is without reviews, by their name or their heading, however many", () => {
    const reviews = "<p>I would buy it again, and so would my neighbour.</p>".repeat(20);
    expect(read(`${product}<main><p>${prose}</p><div class="review-list">${reviews}</div></main>`)).toBe(`${prose}\n`);
    expect(read(`${product}<main><p>${prose}</p><div><h2>Customer reviews (20)</h2>${reviews}</div></main>`)).toBe(`${prose}\n`);
    expect(read(`<main><p>${prose}</p><div class="review-list"><p>As they say.</div></main>`)).toContain("As they say.");
  });
  it("says once what it shows twice, but for what is as short as a price", () => {
    expect(read(`${product}<main><p>${prose}</p><p>Made of paper and bound by hand.</p><p>10 €</p><p>Made of paper and bound by hand.</p><p>10 €</p></main>`)).toBe(
      `${prose}\n\nMade of paper and bound by hand.\n\n10 €\n\n10 €\n`,
    );
    expect(read(`${product}<main><p>${prose}</p><pre>the very same line of code</pre><pre>the very same line of code</pre></main>`).match(/same line/g)).toHaveLength(2);
  });
});

describe("a discussion", () => {
  it("is without signatures, where the page says what it is", () => {
    expect(read(`${forum}<main><p>${prose}</p><div class="signature">Sent by pigeon</div></main>`)).toBe(`${prose}\n`);
    expect(read(`<main><p>${prose}</p><div class="signature">compress(bands)</div></main>`)).toContain("compress(bands)");
  });
  it("is read in the form that its posts stand in", () => {
    expect(read(`<main><p>${prose} ${prose} ${prose}</p><form><article><p>First post.</article></form></main>`)).toContain("First post.");
  });
});

describe("links", () => {
  const titles = [1, 2, 3].map((n) => `<div><img src=/${n}><a href="/${n}"><h3>A long enough title of the article number ${n}</h3></a></div>`).join("");
  it("to other pages are beside the point in a page of sentences", () => {
    expect(read(`<main><p>${prose}</p><p>${prose}</p><section>${titles}</section></main>`)).toBe(`${prose}\n\n${prose}\n`);
    expect(read(`<main><p>Our articles:</p><section>${titles}</section></main>`)).toContain("article number 3");
  });
  it("are the content of a page that is a list of them", () => {
    const lists = ["Ada", "Basic", "C"].map((name) => `<h2>${name}</h2><ul>${[1, 2, 3, 4, 5].map((n) => `<li><a href="/${name}${n}">${name} in version ${n}</a>`).join("")}</ul>`);
    expect(read(`<main><p>Languages.</p>${lists.join("")}</main>`)).toContain("[Basic in version 4]");
  });
  it("dressed as buttons are pressed, not read", () => {
    expect(read(`<main><p>${prose}</p><a class="btn btn-primary" href="/buy">Get started</a></main>`)).toBe(`${prose}\n`);
  });
});

describe("a <main> that leaves most sentences out", () => {
  it("is not believed", () => {
    const cards = ["Pot", "Pan", "Lid"].map((name) => `<li><img src=/i alt=""><a href="/${name}">${name}, large, of iron</a>`).join("");
    const page = `<div><div><h1>Pots</h1><p>${prose}</p></div><main><ul>${cards.repeat(6)}</ul></main></div>`;
    expect(read(page)).toContain("four bands");
    expect(read(page)).toContain("Pan, large");
  });
});
