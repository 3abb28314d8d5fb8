import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { LONG_PAGE_PATH } from "../../fixtures/content-folder.ts";
import { negotiationCases, pageErrorCases } from "./page-errors.ts";
import { addressCases, nextTo } from "./static-pages.ts";

/** Reading a page. */
export const readPage: CasesOf<"readPage"> = [
  {
    it: "reads a page that searchPages found",
    input: ({ pageUrl }) => ({ url: pageUrl }),
    status: 200,
    output: { format: "markdown", part: 1 },
    check: ({ value }, { pageUrl }) => {
      assert.equal(value.url, pageUrl);
      assert.ok(value.content.length <= value.length);
    },
  },
  {
    it: "reads HTML as Markdown, without menus and hidden elements",
    requires: "fixture",
    input: nextTo("/guide/tape-machines.html"),
    status: 200,
    output: { title: "Tape machines", format: "markdown", part: 1, parts: 1 },
    check({ value: { content, length } }, { urlFor }) {
      assert.equal(content.length, length);
      for (const piece of [
        "# Tape machines",
        "**tape machine**",
        `[heads](${urlFor("/guide/tape-heads.html")})`,
        "```js\nconst speed = 38;\n```",
        "A reel of tape",
      ])
        assert.ok(
          content.includes(piece),
          `${JSON.stringify(piece)} is not in ${JSON.stringify(content)}`,
        );
      assert.match(content, /^[-*+] erase$/m);
      assert.match(content, /\| *38 cm\/s *\| *music *\|/);
      for (const piece of [
        "Menu that isn't content",
        "Footer that isn't content",
        "Hidden words",
        "a comment",
      ]) {
        assert.ok(
          !content.includes(piece),
          `${JSON.stringify(piece)} is in ${JSON.stringify(content)}`,
        );
      }
    },
  },
  {
    it: "reads HTML as plain text",
    requires: "fixture",
    input: ({ urlFor }) => ({ url: urlFor("/guide/tape-heads.html"), format: "text" }),
    status: 200,
    output: { format: "text", title: "Tape heads" },
    check({ value: { content } }) {
      assert.match(content, /Clean them with isopropyl alcohol\./);
      assert.doesNotMatch(content, /^#/m);
    },
  },
  {
    it: "reads Markdown and makes its links absolute",
    requires: "fixture",
    input: nextTo("/notes/plain-words.md"),
    status: 200,
    output: { title: "Plain words" },
    check: ({ value }, { urlFor }) =>
      assert.ok(value.content.includes(`(${urlFor("/guide/")})`), value.content),
  },
  {
    it: "reads a page with a non-ASCII path",
    requires: "fixture",
    input: nextTo("/notes/%C3%BCnder-the-desk.html"),
    status: 200,
    output: { title: "Under the desk" },
  },
  {
    it: "returns the canonical URL of a page",
    requires: "fixture",
    input: nextTo("/guide"),
    status: 200,
    check: ({ value }, { urlFor }) => assert.equal(value.url, urlFor("/guide/")),
  },
  {
    it: "ignores the query and the fragment",
    requires: "fixture",
    input: nextTo("/guide/tape-heads.html?from=here#top"),
    status: 200,
    check: ({ value }, { urlFor }) => assert.equal(value.url, urlFor("/guide/tape-heads.html")),
  },
  {
    it: "returns a long page in parts that add up to the whole",
    requires: "fixture",
    input: nextTo(LONG_PAGE_PATH),
    status: 200,
    check: async ({ value: first }, { call, info }) => {
      assert.ok(first.parts > 2, `${first.parts} parts`);
      let whole = first.content;
      for (let part = 2; part <= first.parts; part++) {
        const { value } = await call("readPage", { url: first.url, part });
        assert.deepEqual(
          [value.part, value.parts, value.length],
          [part, first.parts, first.length],
        );
        whole += value.content;
      }
      assert.equal(whole.length, first.length);
      assert.ok(first.content.length <= info.limits.part_characters);
      for (const take of [1, 600, 1200])
        assert.ok(whole.includes(`number ${take}: the singer`), `take ${take} is missing`);
      assert.ok(whole.isWellFormed(), "a character is split between two parts");
    },
  },
  {
    it: "puts YAML front matter before the Markdown if asked",
    requires: "fixture",
    input: ({ urlFor }) => ({ url: urlFor("/guide/tape-heads.html"), frontmatter: true }),
    status: 200,
    check: async ({ value }, { call, urlFor }) => {
      const url = urlFor("/guide/tape-heads.html");
      const { value: plain } = await call("readPage", { url, frontmatter: false });
      const [, metadata, rest] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(value.content) ?? [];
      assert.equal(rest, plain.content);
      assert.ok(metadata?.includes(`title: ${JSON.stringify(value.title)}`), metadata);
      assert.ok(metadata?.includes(`canonical: ${JSON.stringify(url)}`), metadata);
      for (const line of metadata!.split("\n")) assert.match(line, /^[a-z]+: ".*"$/);
      assert.equal(value.length, value.content.length);
    },
  },
  {
    it: "has no front matter in text",
    requires: "fixture",
    input: ({ urlFor }) => ({
      url: urlFor("/guide/tape-heads.html"),
      format: "text",
      frontmatter: true,
    }),
    status: 200,
    check: ({ value }) => assert.doesNotMatch(value.content, /^---/),
  },
  {
    it: "links each part to the next one",
    only: {
      protocol: "http",
      reason: "MCP has no headers. The part and parts fields replace them",
    },
    requires: "fixture",
    headers: { accept: "text/markdown" },
    input: nextTo(LONG_PAGE_PATH),
    status: 200,
    check: async ({ headers, value: first }, { call, send, urlFor }) => {
      let whole = first as unknown as string;
      let next = nextLink(headers);
      let part = 1;
      for (; next; part++) {
        const { pathname, search } = new URL(next, "http://any.example");
        const response = await send({
          path: pathname + search,
          headers: { accept: "text/markdown" },
        });
        assert.equal(response.headers["page-part"], String(part + 1));
        whole += response.text;
        next = nextLink(response.headers);
      }
      assert.equal(headers["page-parts"], String(part));
      assert.equal(
        whole.length,
        (await call("readPage", { url: urlFor(LONG_PAGE_PATH) })).value.length,
      );
    },
  },
  {
    it: "reads part 1 of any page",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 1 }),
    status: 200,
  },
  ...negotiationCases,
  ...addressCases,
  ...pageErrorCases,
];

const nextLink = (headers: Readonly<Record<string, string>>) =>
  /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
