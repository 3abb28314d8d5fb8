import assert from "node:assert/strict";
import { type CasesOf, type SiteContext, skip } from "../../case.ts";
import { LONG_PAGE_PATH } from "../../fixtures/content-folder.ts";
import { addressCases, nextTo } from "./addresses.ts";
import { negotiationCases } from "./negotiation.ts";
import { assertRetryAfter } from "./rate-limit.ts";

/** What reading a page must do, and what it must not. */
export const readPage: CasesOf<"readPage"> = [
  {
    it: "reads a page that a search found",
    input: ({ pageUrl }) => ({ url: pageUrl }),
    status: 200,
    output: { format: "markdown", part: 1 },
    check: ({ value }, { pageUrl }) => {
      assert.equal(value.url, pageUrl);
      assert.ok(value.content.length <= value.length);
    },
  },
  {
    it: "reads HTML as Markdown, without menus and without what is hidden",
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
        "Menu that is no content",
        "Footer that is no content",
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
    it: "reads HTML as text",
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
    it: "reads Markdown, with its links made absolute",
    requires: "fixture",
    input: nextTo("/notes/plain-words.md"),
    status: 200,
    output: { title: "Plain words" },
    check: ({ value }, { urlFor }) =>
      assert.ok(value.content.includes(`(${urlFor("/guide/")})`), value.content),
  },
  {
    it: "reads a page whose path is not ASCII",
    requires: "fixture",
    input: nextTo("/notes/%C3%BCnder-the-desk.html"),
    status: 200,
    output: { title: "Under the desk" },
  },
  {
    it: "gives a page its proper address, whichever it was asked by",
    requires: "fixture",
    input: nextTo("/guide"),
    status: 200,
    check: ({ value }, { urlFor }) => assert.equal(value.url, urlFor("/guide/")),
  },
  {
    it: "minds neither query nor fragment",
    requires: "fixture",
    input: nextTo("/guide/tape-heads.html?from=here#top"),
    status: 200,
    check: ({ value }, { urlFor }) => assert.equal(value.url, urlFor("/guide/tape-heads.html")),
  },
  {
    it: "gives a long page in parts that make up the whole",
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
      assert.ok(whole.isWellFormed(), "a character was cut in two");
    },
  },
  {
    it: "can be followed by Link next to the end",
    only: { protocol: "http", reason: "MCP has no headers; part and parts say the same" },
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
    it: "reads part one of any page",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 1 }),
    status: 200,
  },
  ...negotiationCases,
  ...addressCases,

  {
    it: "does not know a page that is not there",
    input: nextTo("/no-such-page-zzyzx.html"),
    status: 404,
    problem: "page_not_found",
  },
  {
    it: "does not know a part beyond the last",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 10_000 }),
    status: 404,
    problem: "part_not_found",
  },
  {
    it: "refuses a picture",
    requires: "fixture",
    input: nextTo("/pictures/reel.png"),
    status: 422,
    problem: "unreadable_page",
  },
  {
    it: "refuses a picture that a page of the site shows",
    input: async (context) => ({ url: await findPicture(context) }),
    status: 422,
    problem: "unreadable_page",
  },
  {
    it: "refuses a missing URL, and points at it",
    input: {},
    status: 400,
    problem: "invalid_input",
    check: ({ value }) => assert.equal((value as any).errors[0].pointer, "/url"),
  },
  { it: "refuses an empty URL", input: { url: "" }, status: 400, problem: "invalid_input" },
  {
    it: "refuses a relative URL",
    input: { url: "/guide/" },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a URL of more than 2048 characters",
    input: ({ info }) => ({ url: info.url + "a".repeat(2048) }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a form that it does not have",
    input: ({ pageUrl }) => ({ url: pageUrl, format: "pdf" }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses part zero",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 0 }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a part beyond ten thousand",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 10_001 }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a part that is no number",
    input: ({ pageUrl }) => ({ url: pageUrl, part: "last" }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses an input that it does not know",
    mockSkipReason: "the document can't say that other names are refused",
    input: ({ pageUrl }) => ({ url: pageUrl, ...{ depth: 2 } }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    input: nextTo("/guide/"),
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "tells nothing of an unexpected fault",
    requires: "fixture",
    fault: 500,
    input: nextTo("/guide/"),
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the pages can't be reached",
    requires: "fixture",
    fault: 503,
    input: nextTo("/guide/"),
    status: 503,
    problem: "unavailable",
  },
];

const nextLink = (headers: Readonly<Record<string, string>>) =>
  /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];

async function findPicture({ pageUrl, info, call }: SiteContext): Promise<string> {
  for (const url of [pageUrl, info.url]) {
    const { value } = await call("readPage", { url });
    const [, picture] =
      /!\[[^\]]*\]\(<?(\S+?\.(?:png|jpe?g|gif|webp|svg))>?[ )]/i.exec(value.content ?? "") ?? [];
    if (picture && new URL(picture).origin === new URL(info.url).origin) return picture;
  }
  return skip("no picture was found on the pages that were read");
}
