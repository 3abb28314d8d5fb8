import { describe, expect, test } from "vitest";
import { renderDocument } from "../../lib/html-page/index.ts";
import { type ConvertedPage, convertPage } from "../../lib/page-reader/index.ts";
import { markdownPage } from "../pages/markdown-page.ts";
import { supportPage } from "../pages/support-page.ts";
import type { Site } from "../site.ts";
import { llmsText } from "./writers/write-llms.ts";

const site: Site = {
  origin: "https://shop.example",
  name: "Shop",
  description: "Sells\nthings.",
  notOffered: [],
};

describe("llmsText()", () => {
  const text = llmsText(site, [
    { path: "/", title: "Home" },
    { path: "/docs/", title: "Docs" },
    { path: "/docs/a.html", title: "A [first]", description: "About\n a." },
    { path: "/how-to/b.html" },
  ]);

  test("contains the name, the description on one line, and the limits", () => {
    expect(text).toMatch(/^# Shop\n\n> Sells things\.\n\nNo credentials are required/);
    expect(text).toContain("under one request a second");
  });

  test("lists the pages by section as Markdown links", () => {
    expect(text).toContain(
      "## Pages\n\n- [Home](https://shop.example/index.md)\n\n## Docs\n\n- [Docs](https://shop.example/docs/index.md)\n",
    );
    expect(text).toContain("- [A \\[first\\]](https://shop.example/docs/a.md): About a.\n");
    expect(text).toContain("## How to\n\n- [/how-to/b.html](https://shop.example/how-to/b.md)\n");
  });

  test("links to pages at the live site's origin and to the API at this service's", () => {
    const live = llmsText({ ...site, pagesOrigin: "https://live.example" }, [{ path: "/a?b=1" }]);
    expect(live).toContain("- [/a?b=1](https://live.example/a?b=1)");
    expect(live).toContain("https://shop.example/agent/read?url=PAGE");
  });

  test("lists all pages in parts of 500, the most linked first", () => {
    const pages = Array.from({ length: 503 }, (_, index) => ({
      path: index === 0 ? "/" : `/p${index}`,
      linkedFrom: index,
    }));
    const first = llmsText(site, pages);
    expect(first?.match(/^- \[\/p/gm)).toHaveLength(499);
    expect(first).toMatch(/## Pages\n\n- \[\/\]\S+\n- \[\/p502\]\S+\n- \[\/p501\]/);
    expect(first).toContain(
      "3 more pages are listed in the next part: https://shop.example/llms.txt?part=2.",
    );
    const second = llmsText(site, pages, { part: 2 });
    expect(second).toMatch(/^# Shop, part 2 of 2\n/);
    expect(second?.match(/^- \[\/p\d+/gm)).toEqual(["- [/p3", "- [/p2", "- [/p1"]);
    expect(second).not.toContain("more pages");
    expect(llmsText(site, pages, { part: 3 })).toBeUndefined();
  });

  test("describes a page without a description by the first sentence of its text", () => {
    const text = "CREATE INDEX\nSynopsis\nCREATE INDEX builds an index on a table. It is fast.";
    expect(llmsText(site, [{ path: "/i.html", title: "CREATE INDEX", text }])).toContain(
      "- [CREATE INDEX](https://shop.example/i.md): CREATE INDEX builds an index on a table.\n",
    );
    expect(
      llmsText(site, [{ path: "/i.html", text: "Contents\n1. Reading the whole manual" }]),
    ).toContain("- [/i.html](https://shop.example/i.md)\n");
  });
});

describe("supportPage()", () => {
  test("links to the operator's email address or URL", () => {
    expect(renderDocument(supportPage({ ...site, contact: "help@shop.example" }))).toContain(
      '<a href="mailto:help@shop.example">help@shop.example</a>',
    );
    expect(
      renderDocument(supportPage({ ...site, contact: "https://shop.example/help" })),
    ).toContain('<a href="https://shop.example/help">');
  });

  test("states that there is no contact", () => {
    expect(renderDocument(supportPage(site))).toContain("hasn't published a contact yet");
  });

  test("escapes HTML in settings", () => {
    expect(renderDocument(supportPage({ ...site, name: "<script>&" }))).not.toContain("<script>");
  });
});

describe("markdownPage()", () => {
  test("renders Markdown as HTML without the front matter", () => {
    const source =
      "---\ntitle: A <guide>\nlang: de\n---\n\n# Guide\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
    const converted = convertPage({
      bytes: new TextEncoder().encode(source),
      type: "text/markdown",
      url: "https://shop.example/guide",
      format: "html",
      partCharacters: 20_000,
    });
    const page = markdownPage(site, converted as ConvertedPage, "/guide.md", undefined);
    expect(page).toContain('<html lang="de">');
    expect(page).toContain("<title>A &lt;guide&gt; \u00b7 Shop</title>");
    expect(page).toContain('<main class="wrap" id="main">\n<h1>Guide</h1>\n<table>');
    expect(page).not.toContain("lang: de");
  });
});
