import assert from "node:assert/strict";
import type { Case, Exchange, Exchanges, SiteContext } from "../../case.ts";
import { LONG_PAGE_PATH, OUTSIDE_TEXT } from "../../fixtures/content-folder.ts";

const MOCK_HAS_NO_PAGES = "a mock has no site to compare URLs with";

/** Returns the input that reads a path of the site under test. */
export const nextTo =
  (more: string) =>
  ({ info }: SiteContext) => ({ url: new URL(info.url).origin + more });

/** A case whose URL is outside the site. */
const outsideCase = (it: string, url: (context: SiteContext) => string): Case<"readPage"> => ({
  it,
  input: (context) => ({ url: url(context) }),
  status: 400,
  problem: "outside_site",
  mockSkipReason: MOCK_HAS_NO_PAGES,
});

/** A case whose file is hidden or outside the content folder. */
const hiddenCase = (it: string, path: string): Case<"readPage"> => ({
  it,
  requires: "fixture",
  input: nextTo(path),
  status: 404,
  problem: "page_not_found",
  check: ({ value }) => assert.ok(!JSON.stringify(value).includes(OUTSIDE_TEXT)),
});

/** URLs that readPage must not read, however they are written. */
export const addressCases: readonly Case<"readPage">[] = [
  outsideCase("rejects a page of another origin", () => "https://elsewhere.example/guide/"),
  outsideCase("rejects another port of the same host", ({ info }) => {
    const url = new URL("/guide/", info.url);
    url.port = "1";
    return url.href;
  }),
  outsideCase("rejects a file: URL", () => "file:///etc/passwd"),
  outsideCase("rejects a data: URL", () => "data:text/html,words"),
  outsideCase("rejects a javascript: URL", () => "javascript:alert(1)"),
  outsideCase("rejects a URL with a user name", ({ info }) =>
    info.url.replace("://", "://someone@"),
  ),
  outsideCase(
    "rejects a URL that has the site's host as its credentials",
    ({ info }) => `http://${new URL(info.url).host}@elsewhere.example/`,
  ),
  outsideCase(
    "rejects an encoded slash",
    ({ info }) => `${new URL(info.url).origin}/guide%2ftape-heads.html`,
  ),
  outsideCase(
    "rejects a parent folder behind an encoded slash",
    ({ info }) => `${new URL(info.url).origin}/guide/..%2f..%2foutside.html`,
  ),
  outsideCase(
    "rejects an encoded backslash",
    ({ info }) => `${new URL(info.url).origin}/guide/..%5c..%5coutside.html`,
  ),
  outsideCase(
    "rejects an encoded NUL",
    ({ info }) => `${new URL(info.url).origin}/guide/tape-heads.html%00.png`,
  ),
  outsideCase(
    "rejects repeated slashes",
    ({ info }) => `${new URL(info.url).origin}//elsewhere.example/`,
  ),
  hiddenCase("doesn't leave the content folder through encoded dots", "/%2e%2e/outside.html"),
  hiddenCase("doesn't leave the content folder through dots", "/guide/../../outside.html"),
  hiddenCase("doesn't leave the content folder through backslashes", "/guide/..\\..\\outside.html"),
  hiddenCase("doesn't leave the content folder through a link to a file", "/leaves.html"),
  hiddenCase("doesn't leave the content folder through a link to a folder", "/up/outside.html"),
  hiddenCase("doesn't read a hidden file", "/.secret.html"),
  hiddenCase("doesn't read a file in a hidden folder", "/.private/notes.html"),
];

/** An exchange that checks that a hidden or outside file isn't served. */
const hiddenFileExchange = (path: string): Exchange => ({
  it: `doesn't serve ${path}`,
  requires: "fixture",
  request: { path },
  status: 404,
  mediaType: "application/problem+json",
  check: ({ text }) => assert.ok(!text.includes(OUTSIDE_TEXT) && !text.includes("root:")),
});

/** The files of the content folder, served as a website. */
export const staticPageExchanges: Exchanges = {
  "/*": [
    {
      it: "serves HTML unchanged",
      requires: "fixture",
      request: { path: "/guide/tape-heads.html" },
      status: 200,
      mediaType: "text/html",
      headers: { etag: /^"/, "last-modified": /GMT$/, "cache-control": "no-cache" },
    },
    {
      it: "serves images byte for byte",
      requires: "fixture",
      request: { path: "/pictures/reel.png" },
      status: 200,
      mediaType: "image/png",
      headers: { "content-length": "84" },
      check: ({ bytes }) => assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]),
    },
    {
      it: "serves a page with a non-ASCII path",
      requires: "fixture",
      request: { path: "/notes/%C3%BCnder-the-desk.html" },
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "redirects a folder to its trailing slash and keeps the query",
      requires: "fixture",
      request: { path: "/guide?a=1" },
      status: 308,
      headers: { location: "/guide/?a=1" },
    },
    {
      it: "redirects an HTML page's path without its extension to the page",
      requires: "fixture",
      request: { path: "/guide/tape-heads" },
      status: 308,
      headers: { location: "/guide/tape-heads.html" },
    },
    {
      it: "redirects a Markdown page's path without its extension to the page",
      requires: "fixture",
      request: { path: "/notes/plain-words" },
      status: 308,
      headers: { location: "/notes/plain-words.md" },
    },
    {
      it: "serves a range of the first bytes",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=0-3" } },
      status: 206,
      headers: { "content-range": "bytes 0-3/84" },
      check: ({ bytes }) => assert.equal(bytes.length, 4),
    },
    {
      it: "serves a range of the last bytes",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=-4" } },
      status: 206,
      headers: { "content-range": "bytes 80-83/84" },
    },
    {
      it: "serves a range without an end",
      requires: "fixture",
      request: { path: LONG_PAGE_PATH, headers: { range: "bytes=100000-" } },
      status: 206,
      headers: { "content-range": /^bytes 100000-\d+\/\d+$/ },
    },
    {
      it: "returns 416 for a range after the end",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=84-" } },
      status: 416,
      headers: { "content-range": "bytes */84" },
    },
    {
      it: "ignores a range in an unknown unit",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "lines=1-2" } },
      status: 200,
    },
    {
      it: "ignores multiple ranges",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=0-1,4-5" } },
      status: 200,
    },
    hiddenFileExchange("/leaves.html"),
    hiddenFileExchange("/up/outside.html"),
    hiddenFileExchange("/.secret.html"),
    hiddenFileExchange("/.private/notes.html"),
    hiddenFileExchange("/%2eprivate/notes.html"),
    hiddenFileExchange("/..%2foutside.html"),
    hiddenFileExchange("/guide/..%2f..%2foutside.html"),
    hiddenFileExchange("/..%5coutside.html"),
    hiddenFileExchange("/guide%2ftape-heads.html"),
    hiddenFileExchange("/guide/tape-heads.html%00.png"),
    hiddenFileExchange("/%ff%fe"),
    hiddenFileExchange("/%"),
  ],
};
