import { KEYS } from "../fixtures/platform/keys.ts";
import type { TestRequest } from "../targets/target.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson } from "./mutation.ts";

const APPS = "/api/v1/apps";
const CORS = ["access-control-allow-origin", "access-control-expose-headers"];

const sendsKey = ({ headers = {}, path }: TestRequest, secret: string): boolean =>
  headers["authorization"] === `Bearer ${secret}` || path.includes(secret);
/** The request as if another key had been sent. */
const withKeyReplaced = (request: TestRequest, secret: string): TestRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${secret}` },
});
const withoutQuery = (query: string, path: string): string =>
  path.replace(new RegExp(`[?&]${query}=[^&]*`), "").replace(/^([^?&]*)&/, "$1?");

/** Faults of the platform. */
export const platformMutations: readonly Mutation[] = [
  {
    description: "a permission that is not checked",
    failingTest: "searchApps › refuses a key that may not read, and says which permission it is",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.connector)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a permission that is not checked over MCP",
    failingTest: "findTools › refuses a key that may not read, and says which permission it is",
    caller: "mcp 2026-07-28",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.connector)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a list of apps that is passed over in a search",
    failingTest: "searchApps › leaves out the apps that a key is not for",
    message: /./,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.limited)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "an app that is read by a key that is not for it",
    failingTest: "getApp › refuses an app that the key is not for",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.limited)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a tool that is found for a key that is not for its app",
    failingTest: "findTools › never names an app that the key is not for",
    message: /./,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.limited)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "an end user's key that sees the account's connections",
    failingTest: "searchApps › counts for an end user's key that user's connections alone",
    message: /./,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.user)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a revoked key that is believed",
    failingTest: "getTool › refuses a key that was revoked",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.revoked)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a key that is believed beyond its time",
    failingTest: "listTools › refuses a key whose time is over",
    message: /the status/,
    apply: (_, request, unmodified) =>
      sendsKey(request, KEYS.expired)
        ? unmodified.send(withKeyReplaced(request, KEYS.whole))
        : undefined,
  },
  {
    description: "a key that is found in the query",
    failingTest: `${APPS} › looks at no key in the query`,
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("?key=")
        ? unmodified.send(withKeyReplaced({ ...request, path: APPS }, KEYS.whole))
        : undefined,
  },
  {
    description: "a key that is repeated in a problem",
    failingTest: "/* › does not repeat a key that is taken for an app",
    message: /jf_live_/,
    apply: (response, { path }) =>
      response.status === 404
        ? withJson(response, (body) => (body.detail = `There is no app ${path.split("/").at(-1)}.`))
        : undefined,
  },
  {
    description: "a key that is repeated percent-encoded",
    failingTest: "/* › does not repeat a key that is percent-encoded",
    message: /jf%5flive/,
    apply: (response, { path }) =>
      response.status === 404
        ? withJson(response, (body) => (body.detail = `Nothing is served at ${path}.`))
        : undefined,
  },
  {
    description: "a key that is repeated over MCP",
    failingTest: "/mcp/k/{key} › refuses a link with a key that nobody made",
    message: /jf_live_/,
    apply: (response, { path }) =>
      response.status === 401
        ? withJson(response, (body) => (body.error.data.detail = `The key of ${path} is none.`))
        : undefined,
  },
  {
    description: "a cursor of another list that is taken",
    failingTest: "listTools › refuses a cursor that was given for another app",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("/basil/tools?cursor=")
        ? unmodified.send({ ...request, path: withoutQuery("cursor", request.path) })
        : undefined,
  },
  {
    description: "a cursor that is taken for other words",
    failingTest: "searchApps › refuses a cursor that was given for other words",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("connected=false")
        ? unmodified.send({ ...request, path: withoutQuery("cursor", request.path) })
        : undefined,
  },
  {
    description: "a page that is given twice",
    failingTest: "searchApps › goes on where a page ended, to the end",
    message: /./,
    apply: (_, request, unmodified) =>
      request.path.includes("cursor=")
        ? unmodified.send({ ...request, path: withoutQuery("cursor", request.path) })
        : undefined,
  },
  {
    description: "a refusal that no page may read",
    failingTest: "/api/* › lets a page of any origin read that a key is asked for",
    message: /access-control-allow-origin/,
    apply: (response) =>
      response.status === 401
        ? withHeaders(response, Object.fromEntries(CORS.map((name) => [name, undefined])))
        : undefined,
  },
  {
    description: "a fault that no page may read",
    failingTest: "/api/* › lets a page of any origin read that something failed",
    message: /access-control-allow-origin/,
    apply: (response) =>
      response.status === 500
        ? withHeaders(response, { "access-control-allow-origin": undefined })
        : undefined,
  },
  {
    description: "cookies let in",
    failingTest: "/api/* › lets a page of any origin read what it asked for",
    message: /./,
    apply: (response) => withHeaders(response, { "access-control-allow-credentials": "true" }),
  },
  {
    description: "a preflight that is asked for a key",
    failingTest: "/api/v1/tools/find › answers a preflight before it asks for a key",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.method === "OPTIONS" ? unmodified.send({ path: APPS }) : undefined,
  },
  {
    description: "a 401 that does not say how",
    failingTest: `${APPS} › asks for a key, and says how`,
    message: /www-authenticate/,
    apply: (response) => withHeaders(response, { "www-authenticate": undefined }),
  },
  {
    description: "an answer to a key that a cache may keep",
    failingTest: `${APPS} › is kept by nobody`,
    message: /cache-control/,
    apply: (response) => withHeaders(response, { "cache-control": "public, max-age=60" }),
  },
  {
    description: "a link with a key that a referrer may tell",
    failingTest: "/mcp/k/{key} › answers a browser with 405 and no word of the key",
    message: /referrer-policy/,
    apply: (response) => withHeaders(response, { "referrer-policy": undefined }),
  },
  {
    description: "a link that a crawler may keep",
    failingTest: "/mcp/k/{key} › answers a browser with 405 and no word of the key",
    message: /x-robots-tag/,
    apply: (response) => withHeaders(response, { "x-robots-tag": undefined }),
  },
  {
    description: "a refusal over MCP that is no message of the protocol",
    failingTest: "/mcp › refuses whoever shows no key, in the form of the protocol",
    message: /media type/,
    apply: (response) =>
      response.status === 401 ? withHeaders(response, { "content-type": "text/plain" }) : undefined,
  },
  {
    description: "HTTP and MCP counted apart",
    failingTest: `${APPS} › counts HTTP, MCP and its link in one bucket`,
    message: /./,
    apply: (_, request, unmodified) =>
      request.path.startsWith("/mcp")
        ? unmodified.send({
            ...request,
            headers: { ...request.headers, "fixture-client": "apart" },
          })
        : undefined,
  },
  {
    description: "bad keys that are never counted",
    failingTest: `${APPS} › holds who shows no good key to a rate of the network's`,
    message: /./,
    apply: (response) => (response.status === 429 ? { status: 401 } : undefined),
  },
  {
    description: "an operation that is a tool against the spec",
    failingTest:
      "/mcp › has exactly the six tools by which apps are found, connected and used (2025-11-25)",
    message: /./,
    apply: (response, request) =>
      String(request.body).includes("tools/list")
        ? withJson(response, (body) => body.result?.tools.push({ name: "delete_connection" }))
        : undefined,
  },
  {
    description: "an app's field that the spec does not name",
    failingTest: "getApp › says all that is known of an app",
    message: /additional/,
    apply: (response, request) =>
      hasPathPrefix(request, `${APPS}/atlas`)
        ? withJson(response, (body) => (body.client_secret = "x"))
        : undefined,
  },
  {
    description: "an input whose schemas are elsewhere",
    failingTest: "getTool › carries the schemas that an input refers to, and those that they do",
    message: /./,
    apply: (response, request) =>
      request.path.endsWith("create_issue")
        ? withJson(response, (body) => delete body.input_schema.$defs)
        : undefined,
  },
  {
    description: "tools in another order",
    failingTest: "listTools › lists an app's tools by name, and says how many there are",
    message: /./,
    apply: (response, request) =>
      request.path.includes("/tools?")
        ? withJson(response, (body) => body.data.reverse())
        : undefined,
  },
  {
    description: "a connection that is broken and counts",
    failingTest: "getApp › counts no connection that is broken",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, `${APPS}/cumulus`)
        ? withJson(response, (body) => (body.connections_count = 1))
        : undefined,
  },
  {
    description: "a 503 that tells where the storage is",
    failingTest: "searchApps › says when keys can't be looked up",
    message: /./,
    apply: (response) =>
      response.status === 503
        ? withJson(response, (body) => (body.detail = "connect ECONNREFUSED 10.0.0.7:5432"))
        : undefined,
  },
  {
    description: "an OAuth that is not there",
    failingTest:
      "/.well-known/oauth-protected-resource › says that there is no OAuth here, to browsers too",
    message: /the status/,
    apply: () => ({ status: 200 }),
  },
];
