import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "markdown" }).content;

describe("code", () => {
  it("fences every <pre> with exact white space", () => {
    expect(markdown("<pre>\n  a\n\n\tb  <b>*c*</b>\n</pre>")).toBe("```\n  a\n\n\tb  *c*\n```\n");
  });
  it("makes the fence longer than any backticks inside", () => {
    expect(markdown("<pre>```js\n````</pre>")).toBe("`````\n```js\n````\n`````\n");
    expect(markdown("<code>a``b</code> <code>`</code>")).toBe("```a``b``` `` ` ``\n");
  });
  it.each([
    ['<pre><code class="language-ts">x</code></pre>', "ts"],
    ['<pre class="lang-py">x</pre>', "py"],
    ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"],
    [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>',
      "python3",
    ],
    ['<pre class="brush: ruby">x</pre>', "ruby"],
    ['<pre class="sourceCode haskell"><code>x</code></pre>', "haskell"],
    ['<pre data-lang="go">x</pre>', "go"],
    ['<pre class="language-none">x</pre>', ""],
    ["<pre>x</pre>", ""],
  ])("finds the language of %s", (html, language) => {
    expect(markdown(html)).toBe(`\`\`\`${language}\nx\n\`\`\`\n`);
  });
  it("keeps lines that are elements and omits line numbers and buttons", () => {
    expect(
      markdown(
        '<pre><button>Copy</button><div>a</div><div>b</div><span class="lineno">7</span>c<br>d</pre>',
      ),
    ).toBe("```\na\nb\nc\nd\n```\n");
  });
  it("separates two listings in one <pre>", () => {
    expect(markdown("<pre><code>a</code><code>b</code></pre>")).toBe("```\na\nb\n```\n");
  });
  it("doesn't separate the parts of a line", () => {
    expect(markdown("<pre><code>$ </code><strong><code>ls</code></strong></pre>")).toBe(
      "```\n$ ls\n```\n",
    );
  });
  it("keeps code with emphasis inside in one span", () => {
    expect(
      markdown(
        "<code>git <em>add</em> <b>-A</b></code> <b><code>a</code></b>.<b><code>b</code></b>",
      ),
    ).toBe("`git add -A` **`a`**.**`b`**\n");
    expect(markdown("x<b>y<code>a</code></b> <code>`b</code>")).toBe("x**y`a`** `` `b ``\n");
  });
  it("keeps links in code", () => {
    expect(markdown('<code>Vec&lt;<a href="/T">T</a>></code>')).toBe(
      "`Vec<`[`T`](https://example.com/T)`>`\n",
    );
  });
});
