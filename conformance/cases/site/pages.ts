import assert from "node:assert/strict";
import { type CasesOf, type Found, skip } from "../../case.ts";
import { LONG_PAGE } from "../../rig/fixture.ts";
import { addresses, beside } from "./addresses.ts";
import { negotiation } from "./negotiation.ts";
import { saysWhenToComeAgain } from "./rate.ts";

/** What reading a page must do, and what it must not. */
export const readPage: CasesOf<"readPage"> = [
  {
    it: "reads a page that a search found",
    send: ({ page }) => ({ url: page }),
    status: 200,
    answer: { format: "markdown", part: 1 },
    check: ({ value }, { page }) => {
      assert.equal(value.url, page);
      assert.ok(value.content.length <= value.length);
    },
  },
  {
    it: "reads HTML as Markdown, without menus and without what is hidden",
    needs: "rig",
    send: beside("/guide/tape-machines.html"),
    status: 200,
    answer: { title: "Tape machines", format: "markdown", part: 1, parts: 1 },
    check({ value: { content, length } }, { at }) {
      assert.equal(content.length, length);
      for (const piece of [
        "# Tape machines",
        "**tape machine**",
        `[heads](${at("/guide/tape-heads.html")})`,
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
    needs: "rig",
    send: ({ at }) => ({ url: at("/guide/tape-heads.html"), format: "text" }),
    status: 200,
    answer: { format: "text", title: "Tape heads" },
    check({ value: { content } }) {
      assert.match(content, /Clean them with isopropyl alcohol\./);
      assert.doesNotMatch(content, /^#/m);
    },
  },
  {
    it: "reads Markdown, with its links made absolute",
    needs: "rig",
    send: beside("/notes/plain-words.md"),
    status: 200,
    answer: { title: "Plain words" },
    check: ({ value }, { at }) =>
      assert.ok(value.content.includes(`(${at("/guide/")})`), value.content),
  },
  {
    it: "reads a page whose path is not ASCII",
    needs: "rig",
    send: beside("/notes/%C3%BCnder-the-desk.html"),
    status: 200,
    answer: { title: "Under the desk" },
  },
  {
    it: "gives a page its proper address, whichever it was asked by",
    needs: "rig",
    send: beside("/guide"),
    status: 200,
    check: ({ value }, { at }) => assert.equal(value.url, at("/guide/")),
  },
  {
    it: "minds neither query nor fragment",
    needs: "rig",
    send: beside("/guide/tape-heads.html?from=here#top"),
    status: 200,
    check: ({ value }, { at }) => assert.equal(value.url, at("/guide/tape-heads.html")),
  },
  {
    it: "gives a long page in parts that make up the whole",
    needs: "rig",
    send: beside(LONG_PAGE),
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
    only: { caller: "http", because: "MCP has no headers; part and parts say the same" },
    needs: "rig",
    headers: { accept: "text/markdown" },
    send: beside(LONG_PAGE),
    status: 200,
    check: async ({ headers, value: first }, { call, ask, at }) => {
      let whole = first as unknown as string;
      let next = nextIn(headers);
      let part = 1;
      for (; next; part++) {
        const { pathname, search } = new URL(next, "http://any.example");
        const answer = await ask({ path: pathname + search, headers: { accept: "text/markdown" } });
        assert.equal(answer.headers["page-part"], String(part + 1));
        whole += answer.text;
        next = nextIn(answer.headers);
      }
      assert.equal(headers["page-parts"], String(part));
      assert.equal(whole.length, (await call("readPage", { url: at(LONG_PAGE) })).value.length);
    },
  },
  { it: "reads part one of any page", send: ({ page }) => ({ url: page, part: 1 }), status: 200 },
  ...negotiation,
  ...addresses,

  {
    it: "does not know a page that is not there",
    send: beside("/no-such-page-zzyzx.html"),
    status: 404,
    problem: "page_not_found",
  },
  {
    it: "does not know a part beyond the last",
    send: ({ page }) => ({ url: page, part: 10_000 }),
    status: 404,
    problem: "part_not_found",
  },
  {
    it: "refuses a picture",
    needs: "rig",
    send: beside("/pictures/reel.png"),
    status: 422,
    problem: "unreadable_page",
  },
  {
    it: "refuses a picture that a page of the site shows",
    send: async (found) => ({ url: await pictureOf(found) }),
    status: 422,
    problem: "unreadable_page",
  },
  {
    it: "refuses a missing URL, and points at it",
    send: {},
    status: 400,
    problem: "invalid_input",
    check: ({ value }) => assert.equal((value as any).errors[0].pointer, "/url"),
  },
  { it: "refuses an empty URL", send: { url: "" }, status: 400, problem: "invalid_input" },
  { it: "refuses a relative URL", send: { url: "/guide/" }, status: 400, problem: "invalid_input" },
  {
    it: "refuses a URL of more than 2048 characters",
    send: ({ info }) => ({ url: info.url + "a".repeat(2048) }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a form that it does not have",
    send: ({ page }) => ({ url: page, format: "pdf" }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses part zero",
    send: ({ page }) => ({ url: page, part: 0 }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a part beyond ten thousand",
    send: ({ page }) => ({ url: page, part: 10_001 }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a part that is no number",
    send: ({ page }) => ({ url: page, part: "last" }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses an input that it does not know",
    undocumented: "the document can't say that other names are refused",
    send: ({ page }) => ({ url: page, ...{ depth: 2 } }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "refuses a client that has used up its rate",
    spent: true,
    send: beside("/guide/"),
    status: 429,
    problem: "rate_limited",
    check: saysWhenToComeAgain,
  },
  {
    it: "tells nothing of an unexpected fault",
    needs: "rig",
    fault: 500,
    send: beside("/guide/"),
    status: 500,
    problem: "internal",
  },
  {
    it: "says when the pages can't be reached",
    needs: "rig",
    fault: 503,
    send: beside("/guide/"),
    status: 503,
    problem: "unavailable",
  },
];

const nextIn = (headers: Readonly<Record<string, string>>) =>
  /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];

async function pictureOf({ page, info, call }: Found): Promise<string> {
  for (const url of [page, info.url]) {
    const { value } = await call("readPage", { url });
    const [, picture] =
      /!\[[^\]]*\]\(<?(\S+?\.(?:png|jpe?g|gif|webp|svg))>?[ )]/i.exec(value.content ?? "") ?? [];
    if (picture && new URL(picture).origin === new URL(info.url).origin) return picture;
  }
  return skip("no picture was found on the pages that were read");
}
