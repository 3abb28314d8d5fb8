import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { decodeReferences } from "./character-references.ts";
import { scanHtml } from "./scan-html.ts";

/** The texts of a page, and the values of its attributes, joined. */
function readWithScanner(html: string): { text: string; attributes: string } {
  let text = "";
  let attributes = "";
  let foreign = 0;
  scanHtml(html, {
    isForeign: () => foreign > 0,
    open(name, read) {
      if (name === "svg") foreign++;
      attributes += `${read?.title ?? ""}\n`;
    },
    close(name) {
      if (name === "svg") foreign = 0;
    },
    text(part) {
      text += part;
    },
  });
  return { text, attributes };
}

/** The same with htmlparser2, which decodes references while it reads. */
function readWithParser(html: string): { text: string; attributes: string } {
  let text = "";
  let attributes = "";
  const parser = new Parser({
    ontext(part) {
      text += part;
    },
    onopentag(_name, { title = "" }) {
      attributes += `${title}\n`;
    },
  });
  parser.end(html);
  return { text, attributes };
}

describe("character references", () => {
  it.each([
    ["a &amp; b &lt;&gt;&quot;&nbsp;", 'a & b <>"\u00a0'],
    ["&hellip;&amp;&#8364;&#x20ac;&#128;", "…&€€€"],
    ["&ampx &notit; &copy", "&x ¬it; ©"],
    ["& && &; &#; &unknown;", "& && &; &#; &unknown;"],
  ])("%j is %j in a text", (source, text) => {
    expect(decodeReferences(source, "text")).toBe(text);
  });

  it("without a semicolon stay in the query of an attribute", () => {
    expect(decodeReferences("/?a=1&copy=2&amp;b&lt;", "attribute")).toBe("/?a=1&copy=2&b<");
    expect(decodeReferences(`"&hellip;`, "attribute")).toBe('"…');
    // A value with both kinds of quotes has none around it, so it doesn't begin with one.
    expect(decodeReferences(`a"'&hellip;`, "attribute")).toBe("a\"'…");
  });

  it("are the same as those of htmlparser2 wherever they stand", () => {
    const pieces = ["&amp;", "&amp", "&lt;", "&notit;", "&#65;", "&#x41", "&copy", "&", ";", "a"];
    const reference = fc.array(fc.constantFrom(...pieces, "=", " ", "é", "-"), {
      maxLength: 6,
    });
    const tag = fc.constantFrom("p", "title", "textarea", "script", "style", "svg", "xmp", "b");
    fc.assert(
      fc.property(tag, reference, reference, (name, inside, value) => {
        const html = `<${name} title="${value.join("")}">${inside.join("")}</${name}>${inside.join("")}`;
        expect(readWithScanner(html)).toEqual(readWithParser(html));
      }),
    );
  });
});
