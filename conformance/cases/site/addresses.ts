import assert from "node:assert/strict";
import type { Case, SiteContext } from "../../case.ts";
import { OUTSIDE_TEXT } from "../../fixtures/content-folder.ts";

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
