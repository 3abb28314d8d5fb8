import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "markdown" }).content;
const prose =
  "The compressor works in four bands, each with a threshold, a ratio and a separate attack. "
    .repeat(4)
    .trim();
const article = '<meta property="og:type" content="article">';
const forum = '<meta name="generator" content="phpBB">';

describe("an article", () => {
  it.each([
    "<p>Advertisement</p>",
    "<div><div></div>Ad</div>",
    "<p>6 min read</p>",
    "<p>Photo courtesy of the makers</p>",
    "<p>Image credit: A. Painter</p>",
    "<p>We may earn a small commission when you buy through our links.</p>",
    "<p><em>This post contains affiliate links.</em> Read our <a href=/d>disclosure</a>.</p>",
    '<p>Related: <a href="/x">How to set a limiter</a></p>',
    "<p>Was this article helpful?</p>",
    "<p>Learn more about our <a href=/e>editorial process</a>.</p>",
    "<figure><img src=/a.png alt=''><figcaption>The studio at night</figcaption></figure>",
    "<figure><img src=/a.png alt=''><figcaption><div><p>The studio at night</p></div></figcaption></figure>",
    '<div class="comments-area"><h2>2 thoughts</h2><p>Nice.</p></div>',
    '<div class="author-info"><p>A. Writer has mixed records for years.</p></div>',
    '<p><a href="/more">Learn more</a></p>',
  ])("drops %s", (note) => {
    expect(read(`${article}<main><p>${prose}</p>${note}<p>${prose}</p></main>`)).toBe(
      `${prose}\n\n${prose}\n`,
    );
  });
  it.each([
    ["<p>By A. Writer, 3 May 2026</p>", "By A. Writer, 3 May 2026"],
    ["<p>Advertisement was its first use.</p>", "Advertisement was its first use."],
    ["<p>Related: the ratio and the attack.</p>", "Related: the ratio and the attack."],
    [
      "<figure><img src=/a.png alt=''><figcaption>Figure 2: gain by band</figcaption></figure>",
      "Figure 2: gain by band",
    ],
    ["<figure><pre>gain = 2</pre><figcaption>How it is set</figcaption></figure>", "How it is set"],
    ["<ul><li>Threshold – $330<li>Threshold – $330</ul>", "- Threshold – $330\n- Threshold – $330"],
  ])("keeps %s", (html, expected) => {
    expect(read(`${article}<main><p>${prose}</p>${html}<p>${prose}</p></main>`)).toContain(
      expected,
    );
  });
  it("keeps notes on a page that isn't mostly prose or doesn't claim to be an article", () => {
    expect(read(`<main><p>${prose}</p><p>6 min read</p></main>`)).toContain("6 min read");
    expect(
      read(
        `${article}<main><p>Rooms</p><p>6 min read</p><ul><li>Studio A<li>Studio B<li>Studio C</ul></main>`,
      ),
    ).toContain("6 min read");
  });
});

describe("a discussion", () => {
  it.each([
    "<div>Click to expand...</div>",
    "<div>12 Likes</div>",
    "<li>#7</li>",
    "<div>Reactions: Ada, Bob</div>",
    "<div>Add a comment</div>",
  ])("drops %s", (label) => {
    expect(read(`${forum}<main><p>${prose}</p>${label}<p>I like 12 of them.</p></main>`)).toBe(
      `${prose}\n\nI like 12 of them.\n`,
    );
  });
  it("includes text outside its longest post", () => {
    expect(read(`${forum}<main><p>Which bands?</p><article><p>${prose}</p></article></main>`)).toBe(
      `Which bands?\n\n${prose}\n`,
    );
  });
});
