import { KEYS } from "../fixtures/platform/keys.ts";
import type { TestRequest } from "../targets/target.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson } from "./mutation.ts";

const APPS = "/api/v1/apps";
const CORS = ["access-control-allow-origin", "access-control-expose-headers"];

const sendsKey = ({ headers = {}, path }: TestRequest, secret: string): boolean =>
  headers["authorization"] === `Bearer ${secret}` || path.includes(secret);

/** Returns the request with another key. */
const withKeyReplaced = (request: TestRequest, secret: string): TestRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${secret}` },
});

const withoutQuery = (query: string, path: string): string =>
  path.replace(new RegExp(`[?&]${query}=[^&]*`), "").replace(/^([^?&]*)&/, "$1?");

/** Defects in the platform. */
export const platformMutations: readonly Mutation[] = [
  {
    description: "an unchecked permission",
    failingTest: "searchApps › names the missing read permission",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.connector)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a permission that isn't checked over MCP",
    failingTest: "findTools › names the missing read permission",
    caller: "mcp 2026-07-28",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.connector)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "search results that ignore the key's apps",
    failingTest: "searchApps › omits apps that the key may not use",
    message: /./,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.limited)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "an app returned to a key that isn't for it",
    failingTest: "getApp › rejects an app that the key may not use",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.limited)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a tool found by a key that isn't for its app",
    failingTest: "findTools › never returns an app that the key may not use",
    message: /./,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.limited)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "an end user's key that sees the account's connections",
    failingTest: "searchApps › counts only that user's connections for an end user's key",
    message: /./,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.user)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "an accepted revoked key",
    failingTest: "getTool › rejects a revoked key",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.revoked)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "an accepted expired key",
    failingTest: "listTools › rejects an expired key",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.expired)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a key accepted in the query",
    failingTest: `${APPS} › ignores a key in the query`,
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("?key=")
        ? unmodified.send(withKeyReplaced({ ...request, path: APPS }, KEYS.whole))
        : undefined,
  },
  {
    description: "a key repeated in a problem",
    failingTest: "/* › never repeats a key that was sent as an app ID",
    message: /jf_live_/,
    apply: (response, { path }) =>
      response.status === 404
        ? withJson(response, (body) => (body.detail = `Unknown app: ${path.split("/").at(-1)}.`))
        : undefined,
  },
  {
    description: "a percent-encoded key repeated in a problem",
    failingTest: "/* › never repeats a percent-encoded key",
    message: /jf%5flive/,
    apply: (response, { path }) =>
      response.status === 404
        ? withJson(response, (body) => (body.detail = `No resource at ${path}.`))
        : undefined,
  },
  {
    description: "a key repeated over MCP",
    failingTest: "/mcp/k/{key} › rejects an unknown key in the link",
    message: /jf_live_/,
    apply: (response, { path }) =>
      response.status === 401
        ? withJson(response, (body) => (body.error.data.detail = `Unknown key in ${path}.`))
        : undefined,
  },
  {
    description: "an accepted cursor of another list",
    failingTest: "listTools › rejects a cursor issued for another app",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("/basil/tools?cursor=")
        ? unmodified.send({ ...request, path: withoutQuery("cursor", request.path) })
        : undefined,
  },
  {
    description: "an accepted cursor of another search",
    failingTest: "searchApps › rejects a cursor of another search",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("connected=false")
        ? unmodified.send({ ...request, path: withoutQuery("cursor", request.path) })
        : undefined,
  },
  {
    description: "a page returned twice",
    failingTest: "searchApps › pages through the whole list",
    message: /./,
    apply: (_, request, unmodified) =>
      request.path.includes("cursor=")
        ? unmodified.send({ ...request, path: withoutQuery("cursor", request.path) })
        : undefined,
  },
  {
    description: "a 401 that web pages can't read",
    failingTest: "/api/* › lets pages of any origin read an unauthorized problem",
    message: /access-control-allow-origin/,
    apply: (response) =>
      response.status === 401
        ? withHeaders(response, Object.fromEntries(CORS.map((name) => [name, undefined])))
        : undefined,
  },
  {
    description: "a 500 that web pages can't read",
    failingTest: "/api/* › lets pages of any origin read an internal problem",
    message: /access-control-allow-origin/,
    apply: (response) =>
      response.status === 500
        ? withHeaders(response, { "access-control-allow-origin": undefined })
        : undefined,
  },
  {
    description: "CORS with credentials",
    failingTest: "/api/* › lets pages of any origin read a response",
    message: /./,
    apply: (response) => withHeaders(response, { "access-control-allow-credentials": "true" }),
  },
  {
    description: "a preflight that requires a key",
    failingTest: "/api/v1/tools/find › answers a preflight request without a key",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.method === "OPTIONS" ? unmodified.send({ path: APPS }) : undefined,
  },
  {
    description: "a 401 without a challenge",
    failingTest: `${APPS} › challenges a request without a key`,
    message: /www-authenticate/,
    apply: (response) => withHeaders(response, { "www-authenticate": undefined }),
  },
  {
    description: "a response to a key that may be cached",
    failingTest: `${APPS} › forbids caching, indexing and referrers`,
    message: /cache-control/,
    apply: (response) => withHeaders(response, { "cache-control": "public, max-age=60" }),
  },
  {
    description: "a key leaked by the referrer",
    failingTest: "/mcp/k/{key} › answers a browser with 405 without repeating the key",
    message: /referrer-policy/,
    apply: (response) => withHeaders(response, { "referrer-policy": undefined }),
  },
  {
    description: "a link that may be indexed",
    failingTest: "/mcp/k/{key} › answers a browser with 405 without repeating the key",
    message: /x-robots-tag/,
    apply: (response) => withHeaders(response, { "x-robots-tag": undefined }),
  },
  {
    description: "an MCP error that isn't JSON-RPC",
    failingTest: "/mcp › rejects a call without a key with a JSON-RPC error",
    message: /media type/,
    apply: (response) =>
      response.status === 401 ? withHeaders(response, { "content-type": "text/plain" }) : undefined,
  },
  {
    description: "HTTP and MCP counted separately",
    failingTest: `${APPS} › counts HTTP, MCP and MCP links in one bucket`,
    message: /./,
    apply: (_, request, unmodified) =>
      request.path.startsWith("/mcp")
        ? unmodified.send({
            ...request,
            headers: { ...request.headers, "fixture-client": "separate" },
          })
        : undefined,
  },
  {
    description: "invalid keys that are never rate-limited",
    failingTest: `${APPS} › limits a network that sends no valid key`,
    message: /./,
    apply: (response) => (response.status === 429 ? { status: 401 } : undefined),
  },
  {
    description: "an MCP tool that the spec doesn't declare",
    failingTest: "/mcp › lists exactly the tools of the spec (2025-11-25)",
    message: /./,
    apply: (response, request) =>
      String(request.body).includes("tools/list")
        ? withJson(response, (body) => body.result?.tools.push({ name: "delete_connection" }))
        : undefined,
  },
  {
    description: "an app with a field that the spec doesn't declare",
    failingTest: "getApp › returns all details of an app",
    message: /additional/,
    apply: (response, request) =>
      hasPathPrefix(request, `${APPS}/atlas`)
        ? withJson(response, (body) => (body.client_secret = "x"))
        : undefined,
  },
  {
    description: "a short schema that loses its required arguments",
    failingTest: "getTool › shortens a long schema to 6 kB and names what it leaves out",
    message: /./,
    apply: (response, request) =>
      request.path.endsWith("create_ticket")
        ? withJson(response, (body) => delete body.input_schema.required)
        : undefined,
  },
  {
    description: "an input schema with unresolvable references",
    failingTest: "getTool › includes every schema that the input schema references",
    message: /./,
    apply: (response, request) =>
      request.path.endsWith("create_issue")
        ? withJson(response, (body) => delete body.input_schema.$defs)
        : undefined,
  },
  {
    description: "unsorted tools",
    failingTest: "listTools › lists an app's tools by name, with their total",
    message: /./,
    apply: (response, request) =>
      request.path.includes("/tools?")
        ? withJson(response, (body) => body.data.reverse())
        : undefined,
  },
  {
    description: "a counted broken connection",
    failingTest: "getApp › excludes broken connections from the count",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, `${APPS}/cumulus`)
        ? withJson(response, (body) => (body.connections_count = 1))
        : undefined,
  },
  {
    description: "a 503 that reveals the database address",
    failingTest: "searchApps › reports that keys can't be looked up",
    message: /./,
    apply: (response) =>
      response.status === 503
        ? withJson(response, (body) => (body.detail = "connect ECONNREFUSED 10.0.0.7:5432"))
        : undefined,
  },
  {
    description: "OAuth metadata that shouldn't exist",
    failingTest:
      "/.well-known/oauth-protected-resource › explains that OAuth isn't supported, even to browsers",
    message: /the status/,
    apply: () => ({ status: 200 }),
  },
];
