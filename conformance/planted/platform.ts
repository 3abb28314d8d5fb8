import { KEYS } from "../rig/platform/keys.ts";
import type { Asking } from "../targets/target.ts";
import { at, type Defect, edited, headed } from "./defect.ts";

const APPS = "/api/v1/apps";
const CORS = ["access-control-allow-origin", "access-control-expose-headers"];

const shows = ({ headers = {}, path }: Asking, secret: string): boolean =>
  headers["authorization"] === `Bearer ${secret}` || path.includes(secret);
/** The request as if another key had been sent. */
const as = (asking: Asking, secret: string): Asking => ({
  ...asking,
  headers: { ...asking.headers, authorization: `Bearer ${secret}` },
});
const without = (query: string, path: string): string =>
  path.replace(new RegExp(`[?&]${query}=[^&]*`), "").replace(/^([^?&]*)&/, "$1?");

/** Faults of the platform. */
export const platformDefects: readonly Defect[] = [
  {
    defect: "a permission that is not checked",
    red: "searchApps › refuses a key that may not read, and says which permission it is",
    says: /the status/,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.connector) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "a permission that is not checked over MCP",
    red: "findTools › refuses a key that may not read, and says which permission it is",
    caller: "mcp 2026-07-28",
    says: /the status/,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.connector) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "a list of apps that is passed over in a search",
    red: "searchApps › leaves out the apps that a key is not for",
    says: /./,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.limited) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "an app that is read by a key that is not for it",
    red: "getApp › refuses an app that the key is not for",
    says: /the status/,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.limited) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "a tool that is found for a key that is not for its app",
    red: "findTools › never names an app that the key is not for",
    says: /./,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.limited) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "an end user's key that sees the account's connections",
    red: "searchApps › counts for an end user's key that user's connections alone",
    says: /./,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.user) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "a revoked key that is believed",
    red: "getTool › refuses a key that was revoked",
    says: /the status/,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.revoked) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "a key that is believed beyond its time",
    red: "listTools › refuses a key whose time is over",
    says: /the status/,
    plant: (_, asking, sound) =>
      shows(asking, KEYS.expired) ? sound.ask(as(asking, KEYS.whole)) : undefined,
  },
  {
    defect: "a key that is found in the query",
    red: `${APPS} › looks at no key in the query`,
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("?key=")
        ? sound.ask(as({ ...asking, path: APPS }, KEYS.whole))
        : undefined,
  },
  {
    defect: "a key that is repeated in a problem",
    red: "/* › does not repeat a key that is taken for an app",
    says: /jf_live_/,
    plant: (answer, { path }) =>
      answer.status === 404
        ? edited(answer, (body) => (body.detail = `There is no app ${path.split("/").at(-1)}.`))
        : undefined,
  },
  {
    defect: "a key that is repeated percent-encoded",
    red: "/* › does not repeat a key that is percent-encoded",
    says: /jf%5flive/,
    plant: (answer, { path }) =>
      answer.status === 404
        ? edited(answer, (body) => (body.detail = `Nothing is served at ${path}.`))
        : undefined,
  },
  {
    defect: "a key that is repeated over MCP",
    red: "/mcp/k/{key} › refuses a link with a key that nobody made",
    says: /jf_live_/,
    plant: (answer, { path }) =>
      answer.status === 401
        ? edited(answer, (body) => (body.error.data.detail = `The key of ${path} is none.`))
        : undefined,
  },
  {
    defect: "a cursor of another list that is taken",
    red: "listTools › refuses a cursor that was given for another app",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("/basil/tools?cursor=")
        ? sound.ask({ ...asking, path: without("cursor", asking.path) })
        : undefined,
  },
  {
    defect: "a cursor that is taken for other words",
    red: "searchApps › refuses a cursor that was given for other words",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("connected=false")
        ? sound.ask({ ...asking, path: without("cursor", asking.path) })
        : undefined,
  },
  {
    defect: "a page that is given twice",
    red: "searchApps › goes on where a page ended, to the end",
    says: /./,
    plant: (_, asking, sound) =>
      asking.path.includes("cursor=")
        ? sound.ask({ ...asking, path: without("cursor", asking.path) })
        : undefined,
  },
  {
    defect: "a refusal that no page may read",
    red: "/api/* › lets a page of any origin read that a key is asked for",
    says: /access-control-allow-origin/,
    plant: (answer) =>
      answer.status === 401
        ? headed(answer, Object.fromEntries(CORS.map((name) => [name, undefined])))
        : undefined,
  },
  {
    defect: "a fault that no page may read",
    red: "/api/* › lets a page of any origin read that something failed",
    says: /access-control-allow-origin/,
    plant: (answer) =>
      answer.status === 500
        ? headed(answer, { "access-control-allow-origin": undefined })
        : undefined,
  },
  {
    defect: "cookies let in",
    red: "/api/* › lets a page of any origin read what it asked for",
    says: /./,
    plant: (answer) => headed(answer, { "access-control-allow-credentials": "true" }),
  },
  {
    defect: "a preflight that is asked for a key",
    red: "/api/v1/tools/find › answers a preflight before it asks for a key",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.method === "OPTIONS" ? sound.ask({ path: APPS }) : undefined,
  },
  {
    defect: "a 401 that does not say how",
    red: `${APPS} › asks for a key, and says how`,
    says: /www-authenticate/,
    plant: (answer) => headed(answer, { "www-authenticate": undefined }),
  },
  {
    defect: "an answer to a key that a cache may keep",
    red: `${APPS} › is kept by nobody`,
    says: /cache-control/,
    plant: (answer) => headed(answer, { "cache-control": "public, max-age=60" }),
  },
  {
    defect: "a link with a key that a referrer may tell",
    red: "/mcp/k/{key} › answers a browser with 405 and no word of the key",
    says: /referrer-policy/,
    plant: (answer) => headed(answer, { "referrer-policy": undefined }),
  },
  {
    defect: "a link that a crawler may keep",
    red: "/mcp/k/{key} › answers a browser with 405 and no word of the key",
    says: /x-robots-tag/,
    plant: (answer) => headed(answer, { "x-robots-tag": undefined }),
  },
  {
    defect: "a refusal over MCP that is no message of the protocol",
    red: "/mcp › refuses whoever shows no key, in the form of the protocol",
    says: /media type/,
    plant: (answer) =>
      answer.status === 401 ? headed(answer, { "content-type": "text/plain" }) : undefined,
  },
  {
    defect: "HTTP and MCP counted apart",
    red: `${APPS} › counts HTTP, MCP and its link in one bucket`,
    says: /./,
    plant: (_, asking, sound) =>
      asking.path.startsWith("/mcp")
        ? sound.ask({ ...asking, headers: { ...asking.headers, "rig-client": "apart" } })
        : undefined,
  },
  {
    defect: "bad keys that are never counted",
    red: `${APPS} › holds who shows no good key to a rate of the network's`,
    says: /./,
    plant: (answer) => (answer.status === 429 ? { status: 401 } : undefined),
  },
  {
    defect: "an operation that is a tool against the spec",
    red: "/mcp › has exactly the six tools by which apps are found, connected and used (2025-11-25)",
    says: /./,
    plant: (answer, asking) =>
      String(asking.body).includes("tools/list")
        ? edited(answer, (body) => body.result?.tools.push({ name: "delete_connection" }))
        : undefined,
  },
  {
    defect: "an app's field that the spec does not name",
    red: "getApp › says all that is known of an app",
    says: /additional/,
    plant: (answer, asking) =>
      at(asking, `${APPS}/atlas`)
        ? edited(answer, (body) => (body.client_secret = "x"))
        : undefined,
  },
  {
    defect: "an input whose schemas are elsewhere",
    red: "getTool › carries the schemas that an input refers to, and those that they do",
    says: /./,
    plant: (answer, asking) =>
      asking.path.endsWith("create_issue")
        ? edited(answer, (body) => delete body.input_schema.$defs)
        : undefined,
  },
  {
    defect: "tools in another order",
    red: "listTools › lists an app's tools by name, and says how many there are",
    says: /./,
    plant: (answer, asking) =>
      asking.path.includes("/tools?") ? edited(answer, (body) => body.data.reverse()) : undefined,
  },
  {
    defect: "a connection that is broken and counts",
    red: "getApp › counts no connection that is broken",
    says: /./,
    plant: (answer, asking) =>
      at(asking, `${APPS}/cumulus`)
        ? edited(answer, (body) => (body.connections_count = 1))
        : undefined,
  },
  {
    defect: "a 503 that tells where the storage is",
    red: "searchApps › says when keys can't be looked up",
    says: /./,
    plant: (answer) =>
      answer.status === 503
        ? edited(answer, (body) => (body.detail = "connect ECONNREFUSED 10.0.0.7:5432"))
        : undefined,
  },
  {
    defect: "an OAuth that is not there",
    red: "/.well-known/oauth-protected-resource › says that there is no OAuth here, to browsers too",
    says: /the status/,
    plant: () => ({ status: 200 }),
  },
];
