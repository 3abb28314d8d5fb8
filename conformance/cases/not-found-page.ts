import assert from "node:assert/strict";
import type { Exchange } from "../case.ts";

/** The Accept header of browsers. */
export const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** The page that browsers get at an unknown path, with a text that it must contain. */
export const notFoundPageExchange = (text: RegExp): Omit<Exchange<any>, "requires"> => ({
  it: "shows browsers a page for an unknown path",
  request: { path: "/no-such-path-zzyzx?<b>", headers: { accept: BROWSER_ACCEPT } },
  status: 404,
  mediaType: "text/html",
  headers: {
    "cache-control": "no-store",
    vary: "accept",
    "content-security-policy": /default-src 'none'/,
  },
  check({ text: page }) {
    assert.match(page, /<h1>Page not found<\/h1>/);
    assert.match(page, text);
    assert.ok(!page.includes("<b>"), page);
  },
});

/** A request of a program that also accepts HTML. */
export const PROGRAM_REQUEST = {
  path: "/no-such-path-zzyzx",
  headers: { accept: "application/json, text/html;q=0.9, */*;q=0.8" },
};
