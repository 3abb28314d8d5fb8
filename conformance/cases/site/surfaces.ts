import assert from "node:assert/strict";
import { surfaces } from "../../../core/site/surfaces.ts";
import { table } from "../../../generated/site/operations.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { mergeExchanges } from "../../case.ts";
import { unlessForwarded } from "../conditions.ts";
import { createDocumentExchanges, OPERATOR_PATH } from "../document-exchanges.ts";
import { BROWSER_ACCEPT, notFoundPageExchange, PROGRAM_REQUEST } from "../not-found-page.ts";
import { discoveryExchanges } from "./discovery.ts";
import { documentExchanges, llmsExchanges, robotsAndSitemapExchanges } from "./documents.ts";
import { markdownPageExchanges } from "./markdown-pages.ts";
import { staticPageExchanges } from "./static-pages.ts";
import { noOauthExchanges, serverCardExchanges } from "./well-known.ts";

/**
 * Returns the path to request for a surface. Every site has a front page, so it stands for `/*`.
 */
const requestPath = (path: string) => (path === "/*" ? "/" : path);

/** The exchanges that apply to every surface of the core with a fixed path. */
export const commonSurfaceExchanges: Exchanges = Object.fromEntries(
  surfaces
    .filter(({ path }) => !path.includes("{"))
    .map(({ path, mediaTypes, requiresCommerce, requiresSigning, isEnabled }) => [
      path,
      createSurfaceExchanges(
        requestPath(path),
        mediaTypes,
        path === OPERATOR_PATH || requiresCommerce || requiresSigning || isEnabled !== undefined,
      ),
    ]),
);

/** Returns the exchanges of a surface. Surfaces that some deployments lack need the fixture. */
function createSurfaceExchanges(
  path: string,
  mediaTypes: readonly string[],
  needsFixture = false,
): readonly [Exchange, ...Exchange[]] {
  const exchanges = createDocumentExchanges(path, mediaTypes);
  return needsFixture
    ? (exchanges.map((each) => ({ ...each, requires: "fixture" })) as unknown as typeof exchanges)
    : exchanges;
}

/** The statuses of operations without input, where it isn't 400. */
const STATUSES: Readonly<Record<string, number>> = {
  "/agent/site.json": 200,
  "/agent/commerce/products": 200,
  "/agent/commerce/checkouts/{id}": 404,
};

/** The exchanges that apply to the path of every operation. */
export const commonPathExchanges: Exchanges = Object.fromEntries(
  [...Map.groupBy(Object.values(table.operations), ({ path }) => path)].map(
    ([path, operations]) => {
      const methods = new Set(operations.map(({ method }) => method));
      const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      const other = methods.has("POST") ? "PATCH" : "POST";
      const requestedPath = path.replaceAll(/\{\w+\}/g, "nothing");
      const headers = { allow, "access-control-allow-origin": "*" };
      return [
        path,
        [
          {
            it: "returns 405 and lists the allowed methods",
            request: { method: other, path: requestedPath, body: "{}" },
            status: 405,
            mediaType: "application/problem+json",
            headers,
          },
          {
            it: "rejects PUT",
            request: { method: "PUT", path: requestedPath, body: "{}" },
            status: 405,
            headers: { allow },
          },
          {
            it: "lists the allowed methods in response to OPTIONS",
            request: {
              method: "OPTIONS",
              path: requestedPath,
              headers: {
                origin: "https://elsewhere.example",
                "access-control-request-method": "GET",
              },
            },
            status: 204,
            headers,
          },
          {
            it: "allows pages of any origin and exposes its headers to them",
            request: {
              method: operations[0]!.method,
              path: requestedPath,
              headers: { origin: "https://elsewhere.example" },
            },
            status: STATUSES[path] ?? 400,
            headers: {
              "access-control-allow-origin": "*",
              "access-control-expose-headers": /Link.*Request-Id/,
            },
          },
        ],
      ];
    },
  ),
) as Exchanges;

const NOT_FOUND = { status: 404, mediaType: "application/problem+json" } as const;

/** Unknown paths, wrong hosts, and unsupported methods of the operations' paths. */
export const routingExchanges: Exchanges = {
  ...commonPathExchanges,
  "/*": [
    unlessForwarded({
      it: "returns a problem for an unknown path, with a hint",
      request: { path: "/no-such-path-zzyzx" },
      ...NOT_FOUND,
      check({ text }) {
        const problem = JSON.parse(text);
        assert.equal(problem.code, "not_found");
        assert.match(problem.hint, /site\.json/);
      },
    }),
    { ...notFoundPageExchange(/<a href="\/support">/), requires: "fixture" },
    unlessForwarded({
      it: "returns a problem to programs that accept HTML, too",
      request: PROGRAM_REQUEST,
      ...NOT_FOUND,
    }),
    unlessForwarded({
      it: "returns a problem to browsers under /agent/",
      request: { path: "/agent/nothing", headers: { accept: BROWSER_ACCEPT } },
      ...NOT_FOUND,
    }),
    unlessForwarded({
      it: "returns 404 for an unknown path under /agent/",
      request: { path: "/agent/nothing" },
      ...NOT_FOUND,
      headers: { "access-control-allow-origin": "*" },
    }),
    {
      it: "answers HEAD for an unknown path with the length of the problem, and no body",
      requires: "fixture",
      request: { method: "HEAD", path: "/no-such-path-zzyzx" },
      ...NOT_FOUND,
      headers: { "content-length": /^[1-9]\d+$/ },
    },
    unlessForwarded({
      it: "doesn't collapse repeated slashes at the start of a path",
      request: { path: "//agent/site.json" },
      ...NOT_FOUND,
    }),
    unlessForwarded({
      it: "doesn't collapse repeated slashes inside a path",
      request: { path: "/agent//site.json" },
      ...NOT_FOUND,
    }),
    unlessForwarded({
      it: "doesn't ignore a trailing slash",
      request: { path: "/agent/site.json/" },
      ...NOT_FOUND,
    }),
    unlessForwarded({
      it: "matches paths case-sensitively",
      request: { path: "/Agent/Site.json" },
      ...NOT_FOUND,
    }),
    {
      it: "returns 405 for an unknown method",
      request: { method: "PROPFIND", path: "/agent/site.json" },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "rejects API requests with a wrong host",
      requires: "fixture",
      request: { path: "/agent/site.json", headers: { host: "evil.example" } },
      status: 421,
      mediaType: "application/problem+json",
    },
    {
      it: "rejects page requests with a wrong host",
      requires: "fixture",
      request: { path: "/", headers: { host: "evil.example" } },
      status: 421,
    },
  ],
};

/** The exchanges of all surfaces: the common ones, then those of each surface. */
export const surfaceExchanges: Exchanges = mergeExchanges(
  commonSurfaceExchanges,
  documentExchanges,
  llmsExchanges,
  discoveryExchanges,
  serverCardExchanges,
  noOauthExchanges,
  staticPageExchanges,
  markdownPageExchanges,
  robotsAndSitemapExchanges,
  routingExchanges,
);
