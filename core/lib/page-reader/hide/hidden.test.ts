import { describe, expect, it } from "vitest";
import { readHtml, readMarkdown } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "markdown" }).content;

describe("hidden content", () => {
  it.each([
    "<!-- x -->",
    "<!x>",
    "<template>x</template>",
    "<script>x</script>",
    "<style>x</style>",
    "<noscript>x</noscript>",
    "<iframe>x</iframe>",
    "<svg><text>x</text></svg>",
    "<dialog>x</dialog>",
    "<div hidden>x</div>",
    "<div aria-hidden=TRUE>x</div>",
    '<div style="display:none">x</div>',
    '<div style="DISPLAY : none !important">x</div>',
    '<div style="visibility:hidden">x</div>',
    '<div style="opacity:0">x</div>',
    '<div style="opacity:.00">x</div>',
    '<div style="opacity:0;transform:translateX(-999px)">x</div>',
    '<div style="opacity:0;transform:rotate(1deg)">x</div>',
    '<div style="opacity:0%">x</div>',
    '<div style="font-size:0px">x</div>',
    '<div style="color:transparent">x</div>',
    '<div style="position:absolute;left:-9999px">x</div>',
    '<div style="text-indent:-9999px">x</div>',
    '<div style="clip:rect(0 0 0 0)">x</div>',
    '<div style="clip-path:inset(50%)">x</div>',
    '<div style="height:0;overflow:hidden">x</div>',
    '<div style="transform:scale(0)">x</div>',
    '<div class="d-none">x</div>',
    '<div class="note hidden">x</div>',
    '<span class="sr-only">x</span>',
    '<a class="skip-link" href="#main">x</a>',
    '<div class="popup-block mfp-hide">x</div>',
    `<b aria-hidden="true">!</b><div class="visually-hidden">${"<a href=/a>x</a>".repeat(20)}</div>`,
    "<input value=x><textarea>x</textarea><select><option>x</select><button>x</button><label>x</label>",
    "<div hidden><p><b>x",
  ])("is dropped: %s", (html) => {
    expect(read(`<p>seen</p>${html}`)).toBe("seen\n");
  });

  it("is dropped at any depth", () => {
    expect(
      read(`<p>seen</p>${"<div>".repeat(1000)}<div style="display:none">x${"</div>".repeat(1001)}`),
    ).toBe("seen\n");
  });
  it("stays hidden after mismatched end tags", () => {
    expect(read("<p>seen</p><div hidden><span></p></b></table>x</div>")).toBe("seen\n");
  });
});

describe("visible content", () => {
  it.each([
    '<div style="opacity:0.5">x</div>',
    '<div style="opacity:0;transform:translateY(40px)">x</div>',
    '<div style="transform: matrix(1, 0, 0, 1, 0, 30); opacity: 0;">x</div>',
    '<div style="display:block;overflow:hidden;height:10px">x</div>',
    '<div style="position:absolute;left:-1px">x</div>',
    "<div style=\"content:'display:none'\">x</div>",
    '<div class="hidden md:block">x</div>',
    '<div class="d-none d-lg-flex">x</div>',
    '<div class="overflow-hidden">x</div>',
    '<div hidden="until-found">x</div>',
    '<div role="tabpanel" hidden>x</div>',
    '<span aria-controls="panel"></span><div id="panel" style="display:none">x</div>',
    '<div hidden id="S:2">x</div>',
    '<div class="tab-pane" style="display:none">x</div>',
    '<div class="faq__answer" hidden>x</div>',
    '<b aria-hidden="true">!</b><span class="sr-only">x</span>',
  ])("is kept: %s", (html) => {
    expect(read(html)).toBe("x\n");
  });
  it("includes links hidden only from screen readers, except heading permalinks", () => {
    expect(
      read(
        '<p><a aria-hidden="true" href="/a">x</a></p><h2>Title <a aria-hidden="true" href="#title">#</a></h2>',
      ),
    ).toBe("[x](https://example.com/a)\n\n## Title\n");
  });
  it("includes a heading that is a button", () => {
    expect(read("<h3><button>Question</button></h3><p>Answer")).toBe("### Question\n\nAnswer\n");
    expect(read("<h3>Title <button>Copy</button></h3><p>Text")).toBe("### Title\n\nText\n");
  });
  it("includes <noscript> text if the page has no other", () => {
    expect(read(`<div id=app></div><noscript><p>${"word ".repeat(80)}</noscript>`)).toBe(
      `${"word ".repeat(80).trim()}\n`,
    );
  });
});

describe("invisible characters", () => {
  it("are removed: zero-width and bidi controls, tags, soft hyphens, fillers, control characters", () => {
    expect(
      read(
        "<p>a\u200bb\u2060c\ufeffd\u202ee\u2066f\u{e0041}\u{e0042}g\u00adh\u3164i\u0007j\u034fk\ufe01l&#8203;&shy;&#xE0041;</p>",
      ),
    ).toBe("abcdefghijkl\n");
  });
  it("are removed from titles, alternative text, code and Markdown sources", () => {
    const page = readHtml(
      "<title>a\u200bb</title><img src=/i alt='a\u202eb'><pre>a\u{e0041}b</pre>",
      { url: "https://example.com/", format: "markdown" },
    );
    expect(page).toEqual({
      title: "ab",
      content: "![ab](https://example.com/i)\n\n```\nab\n```\n",
    });
    expect(
      readMarkdown("a\u200b\u{e0041}b", { url: "https://example.com/", format: "markdown" })
        .content,
    ).toBe("ab\n");
  });
  it("are kept in emoji and joining scripts, where joiners and variation selectors are visible", () => {
    const text = "👨‍👩‍👧 ❤️ 🏳️‍🌈 می‌خواهم ක්‍ෂ 葛\u{e0100}";
    expect(read(`<p>${text}</p>`)).toBe(`${text}\n`);
  });
  it("are removed in sequences, which can hide a message", () => {
    expect(read("<p>😀\ufe01\ufe02\u{e0120}\u200d\u200dx</p>")).toBe("😀x\n");
  });
});
