import assert from "node:assert/strict";
import type { Case, Found } from "../../case.ts";
import { OUTSIDE } from "../../rig/fixture.ts";

const NO_SITE = "a mock knows no site whose pages these could be";

/** A URL of the site with something added to its front page's. */
export const beside =
  (more: string) =>
  ({ info }: Found) => ({ url: new URL(info.url).origin + more });

/** Refused as not of this site, whatever stands there. */
const outside = (it: string, url: (found: Found) => string): Case<"readPage"> => ({
  it,
  send: (found) => ({ url: url(found) }),
  status: 400,
  problem: "outside_site",
  undocumented: NO_SITE,
});

/** Must not be found, for it is hidden or stands outside the folder. */
const hidden = (it: string, path: string): Case<"readPage"> => ({
  it,
  needs: "rig",
  send: beside(path),
  status: 404,
  problem: "page_not_found",
  check: ({ value }) => assert.ok(!JSON.stringify(value).includes(OUTSIDE)),
});

/** Addresses that must not be read, however they are spelled. */
export const addresses: readonly Case<"readPage">[] = [
  outside("refuses a page of another origin", () => "https://elsewhere.example/guide/"),
  outside("refuses another port of the same host", ({ info }) => {
    const url = new URL("/guide/", info.url);
    url.port = "1";
    return url.href;
  }),
  outside("refuses a file: URL", () => "file:///etc/passwd"),
  outside("refuses a data: URL", () => "data:text/html,words"),
  outside("refuses a javascript: URL", () => "javascript:alert(1)"),
  outside("refuses a user name in the URL", ({ info }) => info.url.replace("://", "://someone@")),
  outside(
    "refuses a name and password before another host",
    ({ info }) => `http://${new URL(info.url).host}@elsewhere.example/`,
  ),
  outside(
    "refuses an encoded slash",
    ({ info }) => `${new URL(info.url).origin}/guide%2ftape-heads.html`,
  ),
  outside(
    "refuses a step upwards behind an encoded slash",
    ({ info }) => `${new URL(info.url).origin}/guide/..%2f..%2foutside.html`,
  ),
  outside(
    "refuses an encoded backslash",
    ({ info }) => `${new URL(info.url).origin}/guide/..%5c..%5coutside.html`,
  ),
  outside(
    "refuses an encoded NUL",
    ({ info }) => `${new URL(info.url).origin}/guide/tape-heads.html%00.png`,
  ),
  outside(
    "refuses repeated slashes",
    ({ info }) => `${new URL(info.url).origin}//elsewhere.example/`,
  ),
  hidden("does not leave the folder by encoded dots", "/%2e%2e/outside.html"),
  hidden("does not leave the folder by dots", "/guide/../../outside.html"),
  hidden("does not leave the folder by backslashes", "/guide/..\\..\\outside.html"),
  hidden("does not leave the folder by a link to a file", "/leaves.html"),
  hidden("does not leave the folder by a link to a folder", "/up/outside.html"),
  hidden("does not show a hidden file", "/.secret.html"),
  hidden("does not show a file in a hidden folder", "/.private/notes.html"),
];
