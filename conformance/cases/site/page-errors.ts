import assert from "node:assert/strict";
import { type Case, type SiteContext, skip } from "../../case.ts";
import { assertRetryAfter } from "./limiter-outage.ts";
import { nextTo } from "./static-pages.ts";

type Format = "markdown" | "text" | undefined;

/**
 * Accept headers and `format` with the media type of the response. Undefined if nothing is
 * acceptable.
 */
const NEGOTIATION_TABLE: readonly [
  accept: string | undefined,
  format: Format,
  expected: string | undefined,
][] = [
  [undefined, undefined, "text/markdown"],
  [undefined, "text", "text/plain"],
  ["*/*", undefined, "text/markdown"],
  ["*/*", "text", "text/plain"],
  ["text/*", undefined, "text/markdown"],
  ["text/markdown", undefined, "text/markdown"],
  ["text/plain", undefined, "text/plain"],
  ["text/plain", "markdown", "text/markdown"],
  ["text/markdown", "text", "text/plain"],
  ["application/json", undefined, "application/json"],
  ["application/json", "text", "application/json"],
  ["application/*", undefined, "application/json"],
  ["text/html, text/plain;q=0.5, application/json;q=0.4", undefined, "text/plain"],
  ["text/markdown;q=0.1, text/plain;q=0.9", undefined, "text/plain"],
  ["text/markdown;q=0, */*", undefined, "text/plain"],
  ["text/html, application/xhtml+xml, */*;q=0.8", undefined, "text/markdown"],
  ["TEXT/MARKDOWN", undefined, "text/markdown"],
  ["image/png", undefined, undefined],
  ["text/html", "markdown", undefined],
  ["*/*;q=0", undefined, undefined],
];

/** The combined effect of Accept and `format`. */
export const negotiationCases: readonly Case<"readPage">[] = NEGOTIATION_TABLE.map(
  ([accept, format, expected]) => ({
    it: `returns ${expected ?? "406"} for ${accept ? `Accept: ${accept}` : "a missing Accept"}${format ? ` and the format ${format}` : ""}`,
    only: { protocol: "http", reason: "MCP has no Accept" },
    headers: { accept: accept ?? "" },
    ...(accept === undefined && {
      proxySkipReason: "Prism adds an Accept header if there is none",
    }),
    ...(accept === "*/*;q=0" && {
      mockSkipReason: "Prism's mock fails if Accept excludes everything",
    }),
    input: ({ pageUrl }) => ({ url: pageUrl, ...(format && { format }) }),
    ...(expected ? { status: 200 } : { status: 406, problem: "not_acceptable" as const }),
    check({ headers, value }, { pageUrl }) {
      if (!expected) return;
      assert.equal(headers["content-type"]?.split(";")[0], expected);
      assert.ok(headers["link"]?.includes(`<${pageUrl}>; rel="canonical"`), headers["link"]);
      assert.match(headers["vary"] ?? "", /accept/i);
      if (expected === "application/json") assert.equal(value.format, format ?? "markdown");
      else assert.equal(typeof value, "string");
    },
  }),
);

/** Pages that readPage can't return, and rejected input. */
export const pageErrorCases: readonly Case<"readPage">[] = [
  {
    it: "returns 404 for a missing page",
    input: nextTo("/no-such-page-zzyzx.html"),
    status: 404,
    problem: "page_not_found",
  },
  {
    it: "returns 404 for a part after the last one",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 10_000 }),
    status: 404,
    problem: "part_not_found",
  },
  {
    it: "rejects an image",
    requires: "fixture",
    input: nextTo("/pictures/reel.png"),
    status: 422,
    problem: "unreadable_page",
  },
  {
    it: "rejects an image from a page of the site",
    input: async (context) => ({ url: await findPicture(context) }),
    status: 422,
    problem: "unreadable_page",
  },
  {
    it: "rejects a missing URL and points to it",
    input: {},
    status: 400,
    problem: "invalid_input",
    check: ({ value }) => assert.equal((value as any).errors[0].pointer, "/url"),
  },
  { it: "rejects an empty URL", input: { url: "" }, status: 400, problem: "invalid_input" },
  {
    it: "rejects a relative URL",
    input: { url: "/guide/" },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a URL of more than 2,048 characters",
    input: ({ info }) => ({ url: info.url + "a".repeat(2048) }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects an unknown format",
    input: ({ pageUrl }) => ({ url: pageUrl, format: "pdf" }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects part 0",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 0 }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects part 10,001",
    input: ({ pageUrl }) => ({ url: pageUrl, part: 10_001 }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a part that isn't a number",
    input: ({ pageUrl }) => ({ url: pageUrl, part: "last" }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects an unknown field",
    mockSkipReason: "the document can't declare that unknown fields are rejected",
    input: ({ pageUrl }) => ({ url: pageUrl, ...{ depth: 2 } }),
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    input: nextTo("/guide/"),
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "reveals nothing about an unexpected error",
    requires: "fixture",
    fault: 500,
    input: nextTo("/guide/"),
    status: 500,
    problem: "internal",
  },
  {
    it: "returns 503 while the pages are unavailable",
    requires: "fixture",
    fault: 503,
    input: nextTo("/guide/"),
    status: 503,
    problem: "unavailable",
  },
];

async function findPicture({ pageUrl, info, call }: SiteContext): Promise<string> {
  for (const url of [pageUrl, info.url]) {
    const { value } = await call("readPage", { url });
    const [, picture] =
      /!\[[^\]]*\]\(<?(\S+?\.(?:png|jpe?g|gif|webp|svg))>?[ )]/i.exec(value.content ?? "") ?? [];
    if (picture && new URL(picture).origin === new URL(info.url).origin) return picture;
  }
  return skip("the front page and the first search result contain no image of the site");
}
