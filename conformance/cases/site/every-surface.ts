import assert from "node:assert/strict";
import { surfaces } from "../../../core/site/surfaces/index.ts";
import { table } from "../../../generated/site/operations.ts";
import { mediaTypeOf } from "../../callers/judge.ts";
import type { Exchange, Exchanges } from "../../case.ts";

/** The path to ask where a surface's own is a pattern: the site's front page is there on any site. */
const asked = (path: string) => (path === "/*" ? "/" : path);

/** Made anew each time, and kept by no one. */
const UNKEPT = new Set(["/healthz", "/readyz", "/metrics"]);

/** What a deployment shows to its operator alone; it says something else each time. */
const OPERATORS = "/metrics";

/** What holds for every surface in the core's list that is one document; the others' exchanges are their own. */
export const everySurface: Exchanges = Object.fromEntries(
  surfaces.filter(({ path }) => !path.includes("{")).map(({ path, mediaTypes, isForBuying, isForSigning, isServed }) => [path, exchangesOf(asked(path), mediaTypes, path === OPERATORS || isForBuying || isForSigning || isServed !== undefined)]),
);

/** What is not there for everyone, or not on every site, is asked of the rig alone. */
function exchangesOf(path: string, mediaTypes: readonly string[], isNotEverywhere = false): readonly [Exchange, ...Exchange[]] {
  const each = whereverItIs(path, mediaTypes);
  return isNotEverywhere ? (each.map((one) => ({ ...one, needs: "rig" })) as unknown as typeof each) : each;
}

function whereverItIs(path: string, mediaTypes: readonly string[]): readonly [Exchange, ...Exchange[]] {
  return [
    {
      it: "answers in the media type that it declares",
      ask: { path },
      status: 200,
      check(answer) {
        if (mediaTypes.length > 0) assert.ok(mediaTypes.includes(mediaTypeOf(answer)), `${mediaTypeOf(answer)} is none of ${mediaTypes}`);
        assert.ok(answer.bytes.length > 0);
      },
    },
    {
      it: "answers HEAD with GET's headers and no body",
      ask: { method: "HEAD", path },
      status: 200,
      check: async ({ headers }, { ask }) => {
        const got = await ask({ path });
        for (const name of ["content-type", "content-length", "etag", "cache-control"]) {
          if (path === OPERATORS && name === "content-length") continue;
          assert.equal(headers[name] ?? "", got.headers[name] ?? (name === "content-length" ? String(got.bytes.length) : ""), name);
        }
      },
    },
    ...(UNKEPT.has(path) ? [] : unchanged(path)),
    ...(path === "/" ? [] : [harmless(path)]),
    { it: "answers 405 and says what it allows", ask: { method: "POST", path, body: "{}" }, status: 405, mediaType: "application/problem+json", headers: { allow: "GET, HEAD, OPTIONS" } },
    { it: "allows no DELETE", ask: { method: "DELETE", path }, status: 405, headers: { allow: "GET, HEAD, OPTIONS" } },
    { it: "says by OPTIONS what it allows", ask: { method: "OPTIONS", path }, status: 204, headers: { allow: "GET, HEAD, OPTIONS" } },
  ];
}

/** Whatever a browser shows of ours runs nothing, frames nothing and passes nothing on; a file of the site's own is its own. */
function harmless(path: string): Exchange {
  return {
    it: "lets a browser run nothing of it",
    needs: "rig",
    ask: { path, headers: { accept: "text/html" } },
    status: 200,
    headers: { "content-security-policy": /^default-src 'none';.* frame-ancestors 'none'$/, "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" },
  };
}

/** An answer that can be kept is asked for again with its ETag. */
function unchanged(path: string): Exchange[] {
  return [
    {
      it: "says with 304 that nothing has changed",
      ask: async ({ ask }) => ({ path, headers: { "if-none-match": `"another", W/${(await ask({ path })).headers["etag"]}` } }),
      status: 304,
      headers: { etag: /^(W\/)?"[^"]+"$/ },
    },
    { it: "answers anew where the ETag is an old one", ask: { path, headers: { "if-none-match": '"long-ago"' } }, status: 200 },
  ];
}

/** What operations answer that are asked for nothing in particular; of most, something is missing then. */
const STATUSES: Readonly<Record<string, number>> = { "/agent/site.json": 200, "/agent/commerce/products": 200, "/agent/commerce/checkouts/{id}": 404 };

/** What holds for every operation's path, whichever method is asked. */
export const everyPath: Exchanges = Object.fromEntries(
  [...Map.groupBy(Object.values(table.operations), ({ path }) => path)].map(([path, operations]) => {
    const methods = new Set(operations.map(({ method }) => method));
    const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    const other = methods.has("POST") ? "PATCH" : "POST";
    const at = path.replaceAll(/\{\w+\}/g, "nothing");
    const headers = { allow, "access-control-allow-origin": "*" };
    return [
      path,
      [
        { it: "answers 405 and says what it allows", ask: { method: other, path: at, body: "{}" }, status: 405, mediaType: "application/problem+json", headers },
        { it: "allows no PUT", ask: { method: "PUT", path: at, body: "{}" }, status: 405, headers: { allow } },
        { it: "says by OPTIONS what it allows", ask: { method: "OPTIONS", path: at, headers: { origin: "https://elsewhere.example", "access-control-request-method": "GET" } }, status: 204, headers },
        {
          it: "is open to the pages of any origin, and shows them its headers",
          ask: { method: operations[0]!.method, path: at, headers: { origin: "https://elsewhere.example" } },
          status: STATUSES[path] ?? 400,
          headers: { "access-control-allow-origin": "*", "access-control-expose-headers": /Link.*Request-Id/ },
        },
      ],
    ];
  }),
) as Exchanges;
