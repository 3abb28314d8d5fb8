import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { LONG_PAGE_PATH, OUTSIDE_TEXT } from "../../fixtures/content-folder.ts";

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
