import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { UPSTREAM_HEADER } from "../../fixtures/proxy.ts";
import { GZIPPED_BODY } from "../../fixtures/upstream-responders.ts";
import { sha256Hex } from "./proxy-checks.ts";

const HINTING_HEADERS = {
  [UPSTREAM_HEADER]: "html-hints",
  accept: "text/html,*/*;q=0.8",
  "accept-encoding": "gzip",
};

/** Hints for agents in the HTML of the upstream. */
export const hintExchanges: readonly [Exchange, ...Exchange[]] = [
  {
    it: "leaves pages unchanged unless hints are enabled",
    request: { path: "/about" },
    status: 200,
    check: ({ text }) => assert.doesNotMatch(text, /markdown|For agents/),
  },
  {
    it: "adds only the link to the Markdown mirror to the head",
    request: { path: "/about?a=1", headers: HINTING_HEADERS },
    status: 200,
    mediaType: "text/html",
    check: async ({ text }, { send }) => {
      const added =
        /<link rel="alternate" type="text\/markdown" href="\/about\.md\?a=1"><!-- For agents: [^>]*-->/;
      assert.match(text, added);
      assert.equal(text.replace(added, ""), (await send({ path: "/about" })).text);
    },
  },
  {
    it: "has a separate ETag for the page with hints, and recognizes it",
    request: async ({ send }) => ({
      path: "/",
      headers: {
        ...HINTING_HEADERS,
        "if-none-match": (await send({ path: "/", headers: HINTING_HEADERS })).headers["etag"]!,
      },
    }),
    status: 304,
    headers: { etag: /\+hints"$/ },
  },
  {
    it: "leaves an image unchanged",
    request: { path: "/picture.png", headers: HINTING_HEADERS },
    status: 200,
    check: ({ bytes }) => assert.equal(bytes.length, 4),
  },
  {
    it: "leaves a compressed page unchanged",
    request: { path: "/gzip", headers: HINTING_HEADERS },
    status: 200,
    check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(GZIPPED_BODY)),
  },
  {
    it: "adds the link to a page that arrives in several chunks",
    request: { path: "/pieces", headers: HINTING_HEADERS },
    status: 200,
    check: ({ text }) =>
      assert.match(text, /<head class="a"><link rel="alternate" [^>]+><!--[^>]+--><title>Pieces/),
  },
];
