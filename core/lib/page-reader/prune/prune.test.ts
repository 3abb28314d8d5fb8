import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "markdown" }).content;
const prose =
  "The compressor works in four bands, each with a threshold, a ratio and a separate attack. "
    .repeat(4)
    .trim();
const product = '<meta property="og:type" content="product">';
const forum = '<meta name="generator" content="phpBB">';

describe("boilerplate names", () => {
  it.each(["HomePageFooter", "Breadcrumbs-styled__Crumb", "cta", "post actions", "skeleton"])(
    "match words and camel-case parts in .%s",
    (name) => {
      expect(read(`<main><p>${prose}</p><div class="${name}">Beside</div></main>`)).toBe(
        `${prose}\n`,
      );
    },
  );
  it.each(["mdx-table_root__adKqa", "interaction", "transactions"])(
    "don't match inside words or hashes in .%s",
    (name) => {
      expect(read(`<main><p>${prose}</p><div class="${name}">Beside</div></main>`)).toBe(
        `${prose}\n\nBeside\n`,
      );
    },
  );
  it("don't match an id as long as a title", () => {
    expect(
      read(
        `<main><p>${prose}</p><div id="sql-for-update-share"><h3>The locking clause</h3><p>Text.</div></main>`,
      ),
    ).toContain("The locking clause");
    expect(
      read(
        `<main><p>${prose}</p><section id="sign-up-for-an-account-and-a-number"><p>First, a name.</p></section></main>`,
      ),
    ).toContain("a name");
    expect(read(`<main><p>${prose}</p><div id="cookie-law-info-bar">Accept</div></main>`)).toBe(
      `${prose}\n`,
    );
  });
  it("don't apply to elements that contain the page's title", () => {
    expect(
      read(
        `<main><div class="masthead cta"><h1>Bands</h1><p>Four of them.</p></div><p>${prose}</p></main>`,
      ),
    ).toBe(`# Bands\n\nFour of them.\n\n${prose}\n`);
  });
  it("don't match a plain drawer, which may hold content", () => {
    expect(
      read(
        `<main><p>${prose}</p><div class="drawer"><h3>How long?</h3><p>A year.</p></div><div class="cart-drawer">Cart</div></main>`,
      ),
    ).toBe(`${prose}\n\n### How long?\n\nA year.\n`);
  });
});

describe("a product page", () => {
  it("drops reviews by name or heading, however many", () => {
    const reviews = "<p>I would buy it again, and so would my neighbor.</p>".repeat(20);
    expect(
      read(`${product}<main><p>${prose}</p><div class="review-list">${reviews}</div></main>`),
    ).toBe(`${prose}\n`);
    expect(
      read(
        `${product}<main><p>${prose}</p><div><h2>Customer reviews (20)</h2>${reviews}</div></main>`,
      ),
    ).toBe(`${prose}\n`);
    expect(
      read(`<main><p>${prose}</p><div class="review-list"><p>As they say.</div></main>`),
    ).toContain("As they say.");
  });
  it("drops a list of other products, unless the page is mostly such lists", () => {
    const other = (name: string) =>
      `<li><img src=/i alt=""><a href="/${name}"><h3>${name}, large, of iron</h3></a>`;
    const others = `<ul>${["Pot", "Pan", "Lid"].map(other).join("")}</ul>`;
    expect(read(`${product}<main><h1>Kettle</h1><p>${prose}</p>${others}</main>`)).toBe(
      `# Kettle\n\n${prose}\n`,
    );
    expect(
      read(`${product}<main><h1>Iron</h1><p>Made to last.</p>${others}${others}</main>`),
    ).toContain("Pan, large");
  });
  it("drops repeated text, except code and short text such as prices", () => {
    expect(
      read(
        `${product}<main><p>${prose}</p><p>Made of paper and bound by hand.</p><p>10 €</p><p>Made of paper and bound by hand.</p><p>10 €</p></main>`,
      ),
    ).toBe(`${prose}\n\nMade of paper and bound by hand.\n\n10 €\n\n10 €\n`);
    expect(
      read(
        `${product}<main><p>${prose}</p><pre>the very same line of code</pre><pre>the very same line of code</pre></main>`,
      ).match(/same line/g),
    ).toHaveLength(2);
  });
});

describe("a discussion", () => {
  it("drops signatures only if the metadata marks a discussion", () => {
    expect(
      read(`${forum}<main><p>${prose}</p><div class="signature">Sent by pigeon</div></main>`),
    ).toBe(`${prose}\n`);
    expect(
      read(`<main><p>${prose}</p><div class="signature">compress(bands)</div></main>`),
    ).toContain("compress(bands)");
  });
  it("keeps a form that contains posts", () => {
    expect(
      read(
        `<main><p>${prose} ${prose} ${prose}</p><form><article><p>First post.</article></form></main>`,
      ),
    ).toContain("First post.");
  });
});

describe("links", () => {
  const titles = [1, 2, 3]
    .map(
      (n) =>
        `<div><img src=/${n}><a href="/${n}"><h3>A long enough title of the article number ${n}</h3></a></div>`,
    )
    .join("");
  it("with images or headings are dropped from pages that are mostly prose", () => {
    expect(read(`<main><p>${prose}</p><p>${prose}</p><section>${titles}</section></main>`)).toBe(
      `${prose}\n\n${prose}\n`,
    );
    expect(read(`<main><p>Our articles:</p><section>${titles}</section></main>`)).toContain(
      "article number 3",
    );
  });
  it("are kept on a page that is mostly lists of links", () => {
    const lists = ["Ada", "Basic", "C"].map(
      (name) =>
        `<h2>${name}</h2><ul>${[1, 2, 3, 4, 5].map((n) => `<li><a href="/${name}${n}">${name} in version ${n}</a>`).join("")}</ul>`,
    );
    expect(read(`<main><p>Languages.</p>${lists.join("")}</main>`)).toContain(
      "[Basic in version 4]",
    );
  });
  it("are kept in a list that a sentence introduces", () => {
    const list = `<ul>${["stress", "mood", "memory", "pain"].map((name) => `<li><a href="/${name}">${name}</a>`).join("")}</ul>`;
    expect(
      read(`<main><p>${prose}</p><p>It is said to help with all of these:</p>${list}</main>`),
    ).toContain("[memory]");
    expect(read(`<main><p>${prose}</p><p>Tags:</p>${list}</main>`)).not.toContain("[memory]");
  });
  it("styled as buttons are dropped", () => {
    expect(
      read(`<main><p>${prose}</p><a class="btn btn-primary" href="/buy">Get started</a></main>`),
    ).toBe(`${prose}\n`);
  });
});

describe("a <main> that excludes most of the prose", () => {
  it("is ignored", () => {
    const cards = ["Pot", "Pan", "Lid"]
      .map((name) => `<li><img src=/i alt=""><a href="/${name}">${name}, large, of iron</a>`)
      .join("");
    const page = `<div><div><h1>Pots</h1><p>${prose}</p></div><main><ul>${cards.repeat(6)}</ul></main></div>`;
    expect(read(page)).toContain("four bands");
    expect(read(page)).toContain("Pan, large");
  });

  it("keeps the authors of an entry, whose links are separated by commas", () => {
    const authors = ["Ada Bell", "Cem Dur", "Eva Fox", "Gil Han", "Ida Jo"];
    const links = (separator: string) =>
      authors.map((name) => `<a href="/${name}">${name}</a>`).join(separator);
    const entry = (separator: string) =>
      `<dl><dd>${prose}<div>${links(separator)}</div></dd></dl><p>${prose}</p>`;
    expect(read(entry(", "))).toContain("Eva Fox");
    expect(read(entry(" "))).not.toContain("Eva Fox");
  });

  it("drops the second of two equal names in a card", () => {
    const cards = ["Oak", "Elm", "Ash", "Fir", "Yew", "Bay", "Fig", "Gum"].map((wood) => {
      const name = `Lamp of ${wood} with a linen shade`;
      return `<li><div><a href="/${wood}">${name}</a></div><h3>${name}</h3><div>49.00</div></li>`;
    });
    const text = read(`<ul>${cards.join("")}</ul>`);
    expect(text.match(/Lamp of Elm/g)).toHaveLength(1);
    expect(text.match(/49/g)).toHaveLength(8);
  });

  it("drops the options of an opened menu", () => {
    const option = '<a role="menuitemradio" href="?l=c">Cobol</a>';
    expect(
      read(`<details><summary>Language</summary>${option}</details><p>${prose}</p>`),
    ).not.toContain("Cobol");
  });
});
