import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { LONG_PAGE_PATH, OUTSIDE_TEXT } from "../../fixtures/content-folder.ts";

/** Nothing that is hidden or outside the folder is served, however it is spelled. */
const hiddenFile = (path: string): Exchange => ({
  it: `does not leave the folder at ${path}`,
  requires: "fixture",
  request: { path },
  status: 404,
  mediaType: "application/problem+json",
  check: ({ text }) => assert.ok(!text.includes(OUTSIDE_TEXT) && !text.includes("root:")),
});

/** The site's own pages, served as the web site that they are. */
export const staticPageExchanges: Exchanges = {
  "/*": [
    {
      it: "serves HTML as it is",
      requires: "fixture",
      request: { path: "/guide/tape-heads.html" },
      status: 200,
      mediaType: "text/html",
      headers: { etag: /^"/, "last-modified": /GMT$/, "cache-control": "no-cache" },
    },
    {
      it: "serves pictures byte for byte",
      requires: "fixture",
      request: { path: "/pictures/reel.png" },
      status: 200,
      mediaType: "image/png",
      headers: { "content-length": "84" },
      check: ({ bytes }) => assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]),
    },
    {
      it: "serves a page whose path is not ASCII",
      requires: "fixture",
      request: { path: "/notes/%C3%BCnder-the-desk.html" },
      status: 200,
      mediaType: "text/html",
    },
    {
      it: "leads from a folder to its slash, query and all",
      requires: "fixture",
      request: { path: "/guide?a=1" },
      status: 308,
      headers: { location: "/guide/?a=1" },
    },
    {
      it: "leads from a page's bare name to the page",
      requires: "fixture",
      request: { path: "/guide/tape-heads" },
      status: 308,
      headers: { location: "/guide/tape-heads.html" },
    },
    {
      it: "redirects a Markdown page's path without its ending to the page",
      requires: "fixture",
      request: { path: "/notes/plain-words" },
      status: 308,
      headers: { location: "/notes/plain-words.md" },
    },
    {
      it: "gives the first bytes alone",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=0-3" } },
      status: 206,
      headers: { "content-range": "bytes 0-3/84" },
      check: ({ bytes }) => assert.equal(bytes.length, 4),
    },
    {
      it: "gives the last bytes alone",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=-4" } },
      status: 206,
      headers: { "content-range": "bytes 80-83/84" },
    },
    {
      it: "gives the rest from a byte on",
      requires: "fixture",
      request: { path: LONG_PAGE_PATH, headers: { range: "bytes=100000-" } },
      status: 206,
      headers: { "content-range": /^bytes 100000-\d+\/\d+$/ },
    },
    {
      it: "has nothing beyond the end",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=84-" } },
      status: 416,
      headers: { "content-range": "bytes */84" },
    },
    {
      it: "passes over a range that it does not understand",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "lines=1-2" } },
      status: 200,
    },
    {
      it: "passes over several ranges at once",
      requires: "fixture",
      request: { path: "/pictures/reel.png", headers: { range: "bytes=0-1,4-5" } },
      status: 200,
    },
    hiddenFile("/leaves.html"),
    hiddenFile("/up/outside.html"),
    hiddenFile("/.secret.html"),
    hiddenFile("/.private/notes.html"),
    hiddenFile("/%2eprivate/notes.html"),
    hiddenFile("/..%2foutside.html"),
    hiddenFile("/guide/..%2f..%2foutside.html"),
    hiddenFile("/..%5coutside.html"),
    hiddenFile("/guide%2ftape-heads.html"),
    hiddenFile("/guide/tape-heads.html%00.png"),
    hiddenFile("/%ff%fe"),
    hiddenFile("/%"),
  ],
};
