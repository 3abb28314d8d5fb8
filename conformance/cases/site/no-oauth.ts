import assert from "node:assert/strict";
import { NO_OAUTH_PATHS } from "../../../core/site/no-oauth.ts";
import type { Exchange, Exchanges } from "../../case.ts";

const NOT_FOUND_RESPONSE = {
  status: 404,
  mediaType: "application/problem+json",
  headers: { "cache-control": "no-store", "access-control-allow-origin": "*" },
} as const;

/** Checks that the response is a short JSON problem that states that there is no OAuth. */
function assertNoOauthMessage({ text }: { text: string }): void {
  const { code, detail, hint } = JSON.parse(text);
  assert.equal(code, "not_found");
  assert.match(detail, /no OAuth/);
  assert.match(hint, /\/auth\.md/);
  assert.ok(text.length < 600, String(text.length));
}

const createExchanges = (path: string): readonly [Exchange, ...Exchange[]] => [
  {
    it: "states that the site has no OAuth, even to browsers",
    requires: "fixture",
    request: { path, headers: { accept: "text/html" } },
    ...NOT_FOUND_RESPONSE,
    check: assertNoOauthMessage,
  },
  {
    it: "accepts no registration and issues no token",
    requires: "fixture",
    request: {
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: '{"client_name":"a"}',
    },
    ...NOT_FOUND_RESPONSE,
    check: assertNoOauthMessage,
  },
];

/** The paths where clients look for OAuth. A deployment's site may have its own pages there. */
export const noOauthExchanges: Exchanges = {
  ...Object.fromEntries(NO_OAUTH_PATHS.map((path) => [path, createExchanges(path)])),
  "/auth.md": [
    {
      it: "states that no credential exists and links to the API",
      request: { path: "/auth.md" },
      status: 200,
      mediaType: "text/markdown",
      headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
      check({ text }, { urlFor }) {
        assert.match(text, /^# auth\.md\n/);
        for (const word of [
          /requires no authentication/,
          /Registration: none/,
          /no provisioning endpoint/,
          /no OAuth/,
        ])
          assert.match(text, word);
        for (const path of ["/agent/site.json", "/mcp", "/support"])
          assert.ok(text.includes(urlFor(path)), path);
      },
    },
  ],
};
