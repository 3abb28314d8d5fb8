import assert from "node:assert/strict";
import type { Case, SiteContext } from "../../case.ts";
import { OUTSIDE_TEXT } from "../../fixtures/content-folder.ts";

const MOCK_HAS_NO_PAGES = "a mock knows no site whose pages these could be";

/** A URL of the site with something added to its front page's. */
export const nextTo =
  (more: string) =>
  ({ info }: SiteContext) => ({ url: new URL(info.url).origin + more });

/** Refused as not of this site, whatever stands there. */
const outsideCase = (it: string, url: (context: SiteContext) => string): Case<"readPage"> => ({
  it,
  input: (context) => ({ url: url(context) }),
  status: 400,
  problem: "outside_site",
  mockSkipReason: MOCK_HAS_NO_PAGES,
});

/** Must not be found, for it is hidden or stands outside the folder. */
const hiddenCase = (it: string, path: string): Case<"readPage"> => ({
  it,
  requires: "fixture",
  input: nextTo(path),
  status: 404,
  problem: "page_not_found",
  check: ({ value }) => assert.ok(!JSON.stringify(value).includes(OUTSIDE_TEXT)),
});

/** Addresses that must not be read, however they are spelled. */
export const addressCases: readonly Case<"readPage">[] = [
  outsideCase("refuses a page of another origin", () => "https://elsewhere.example/guide/"),
  outsideCase("refuses another port of the same host", ({ info }) => {
    const url = new URL("/guide/", info.url);
    url.port = "1";
    return url.href;
  }),
  outsideCase("refuses a file: URL", () => "file:///etc/passwd"),
  outsideCase("refuses a data: URL", () => "data:text/html,words"),
  outsideCase("refuses a javascript: URL", () => "javascript:alert(1)"),
  outsideCase("refuses a user name in the URL", ({ info }) =>
    info.url.replace("://", "://someone@"),
  ),
  outsideCase(
    "refuses a name and password before another host",
    ({ info }) => `http://${new URL(info.url).host}@elsewhere.example/`,
  ),
  outsideCase(
    "refuses an encoded slash",
    ({ info }) => `${new URL(info.url).origin}/guide%2ftape-heads.html`,
  ),
  outsideCase(
    "refuses a step upwards behind an encoded slash",
    ({ info }) => `${new URL(info.url).origin}/guide/..%2f..%2foutside.html`,
  ),
  outsideCase(
    "refuses an encoded backslash",
    ({ info }) => `${new URL(info.url).origin}/guide/..%5c..%5coutside.html`,
  ),
  outsideCase(
    "refuses an encoded NUL",
    ({ info }) => `${new URL(info.url).origin}/guide/tape-heads.html%00.png`,
  ),
  outsideCase(
    "refuses repeated slashes",
    ({ info }) => `${new URL(info.url).origin}//elsewhere.example/`,
  ),
  hiddenCase("does not leave the folder by encoded dots", "/%2e%2e/outside.html"),
  hiddenCase("does not leave the folder by dots", "/guide/../../outside.html"),
  hiddenCase("does not leave the folder by backslashes", "/guide/..\\..\\outside.html"),
  hiddenCase("does not leave the folder by a link to a file", "/leaves.html"),
  hiddenCase("does not leave the folder by a link to a folder", "/up/outside.html"),
  hiddenCase("does not show a hidden file", "/.secret.html"),
  hiddenCase("does not show a file in a hidden folder", "/.private/notes.html"),
];
