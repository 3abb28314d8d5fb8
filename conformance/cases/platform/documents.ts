import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { surfaces } from "../../../core/platform/pages/index.ts";
import type { Exchange, Exchanges, PlatformContext, TestContext } from "../../case.ts";
import { mergeExchanges } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import { STRANGER_HEADER } from "../../fixtures/site.ts";
import { specs } from "../../services/service.ts";
import { createDocumentExchanges, OPERATOR_PATH } from "../document-exchanges.ts";
import { assertOwnExamples, withOwnExamples } from "../own-examples.ts";

/**
 * The pages of the connect flow differ for each user, and each trigger has another address.
 * `connect-pages.ts`, `oauth-callback.ts` and `hooks.ts` cover them.
 */
const OTHER_SURFACES = new Set([
  "/connect/{token}",
  "/oauth/callback",
  "/hooks/{address}",
  "/hooks/app/{app}",
]);

/** Rules for every other surface of the platform. */
const everySurface = Object.fromEntries(
  surfaces
    .filter(({ path }) => !OTHER_SURFACES.has(path))
    .map(
      ({
        path,
        mediaTypes,
      }): [string, readonly [Exchange<TestContext>, ...Exchange<TestContext>[]]] => {
        const exchanges = createDocumentExchanges(path, mediaTypes);
        return [
          path,
          path === OPERATOR_PATH
            ? (exchanges.map((each) => ({
                ...each,
                requires: "fixture",
              })) as unknown as typeof exchanges)
            : exchanges,
        ];
      },
    ),
);

const platformDocumentExchanges: Exchanges<PlatformContext> = {
  "/": [
    {
      it: "explains the service and the first step in HTML",
      request: { path: "/" },
      status: 200,
      mediaType: "text/html",
      headers: { "content-security-policy": /default-src 'none'/ },
      check({ text }, { urlFor }) {
        assert.match(text, /(npm run keys --|jackfield keys) create|<a href="\/keys">/);
        assert.ok(text.includes(urlFor("/mcp")));
        assert.doesNotMatch(text, /<script/);
      },
    },
    {
      it: "shows the number of apps and tools",
      requires: "fixture",
      request: { path: "/" },
      status: 200,
      check: ({ text }) => assert.match(text, /6 apps with 36 tools/),
    },
    {
      it: "shows the progress of the first catalog compilation",
      requires: "fixture",
      request: { path: "/", headers: { "fixture-fault": "unready" } },
      status: 200,
      check: ({ text }) => assert.match(text, /12 of 31/),
    },
  ],
  "/openapi.json": [
    {
      it: "returns the published document with this service as its server",
      request: { path: "/openapi.json" },
      status: 200,
      check({ text }, context) {
        const { servers, ...rest } = JSON.parse(text);
        const { servers: _, ...published } = JSON.parse(
          readFileSync(specs.platform.document, "utf8"),
        );
        assert.deepEqual(servers, [{ url: context.urlFor("") }]);
        assert.deepEqual(rest, withOwnExamples(published, context));
      },
    },
    {
      it: "has examples with the address of the deployment",
      request: { path: "/openapi.json" },
      status: 200,
      check: ({ text }, context) => assertOwnExamples(text, context),
    },
    {
      it: "lets pages of any origin read it",
      request: { path: "/openapi.json", headers: { origin: "https://elsewhere.example" } },
      status: 200,
      headers: { "access-control-allow-origin": "*" },
    },
  ],
  "/healthz": [
    {
      it: "returns 200 while the storage is unavailable",
      requires: "fixture",
      fault: 503,
      request: { path: "/healthz" },
      status: 200,
    },
  ],
  "/readyz": [
    {
      it: "returns the number of apps and tools",
      requires: "fixture",
      request: { path: "/readyz" },
      status: 200,
      check: ({ text }) =>
        assert.deepEqual(JSON.parse(text), { status: "ready", apps: 6, tools: 36 }),
    },
    {
      it: "isn't ready while keys can't be looked up",
      requires: "fixture",
      fault: 503,
      request: { path: "/readyz" },
      status: 503,
      mediaType: "application/problem+json",
      headers: { "retry-after": "30" },
      check: ({ text }) => assert.doesNotMatch(text, /10\.0\.0\.7/),
    },
    {
      it: "isn't ready before the catalog is compiled",
      requires: "fixture",
      request: { path: "/readyz", headers: { "fixture-fault": "unready" } },
      status: 503,
      check: ({ text }) => assert.match(JSON.parse(text).detail, /12 of 31/),
    },
  ],
  "/metrics": [
    {
      it: "returns 404 to a client that may not read it",
      requires: "fixture",
      request: { path: "/metrics", headers: { [STRANGER_HEADER]: "1" } },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "contains no API key and no unknown path",
      requires: "fixture",
      request: { path: `/mcp/k/${KEYS.stranger}` },
      status: 401,
      async check(_, { send }) {
        await send({ path: `/zzyzx/${KEYS.stranger}` });
        await send({ path: `/api/v1/apps/${KEYS.stranger}` });
        const { text } = await send({ path: "/metrics" });
        assert.match(text, /route="\/mcp\/k\/\{key\}"/);
        assert.doesNotMatch(text, /jf_live_|stranger|zzyzx/);
      },
    },
  ],
  "/robots.txt": [
    {
      it: "excludes all crawlers",
      request: { path: "/robots.txt" },
      status: 200,
      check: ({ text }) => assert.equal(text, "User-agent: *\nDisallow: /\n"),
    },
  ],
};

/** Documents and pages. */
export const documentExchanges: Exchanges<PlatformContext> = mergeExchanges<PlatformContext>(
  everySurface,
  platformDocumentExchanges,
);
