import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { anyQuery, anyText, anyUrl } from "../arbitraries.ts";
import { credentialOf } from "../callers/http.ts";
import { judgeOf } from "../callers/judge.ts";
import { form, linkTo, opened } from "../cases/platform/carried-out.ts";
import { holds, isDeclared, type Property } from "../properties.ts";
import { bearer, KEYS } from "../rig/platform/keys.ts";
import { LOG_HEADER } from "../rig/platform/platform.ts";
import { platform } from "../services/platform.ts";
import type { Answered, Asking, Target } from "../targets/target.ts";

const FIND = "/api/v1/tools/find";
const json = { "content-type": "application/json" };

const bodies = (it: string, some: Arbitrary<string | Uint8Array>): Property => ({
  it: `findTools answers ${it} with what the spec declares`,
  hold: (target, numRuns) =>
    holds(numRuns, some, async (body) =>
      isDeclared(
        platform,
        "findTools",
        await target.ask({
          method: "POST",
          path: FIND,
          headers: { ...json, ...credentialOf(target) },
          body,
        }),
      ),
    ),
});

const shaped = fc.record(
  {
    task: fc.oneof(fc.string(), fc.jsonValue()),
    limit: fc.jsonValue(),
    apps: fc.jsonValue(),
    connected: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

/** What can stand in a header: visible characters, spaces inside. */
const word = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019_-.~+/=,;:\"'\\()<>[]{}%* \t"), maxLength: 80 })
  .map((text) => text.trim());
const anyCredential = fc
  .oneof(
    word,
    word.map((text) => `Bearer ${text}`),
    fc
      .tuple(
        fc.constantFrom("Bearer", "bearer", "Basic", "Token", ""),
        fc.constantFrom(" ", "  ", "\t", ", "),
        fc.nat(KEYS.whole.length),
        word,
      )
      .map(([scheme, space, length, more]) =>
        `${scheme}${space}${KEYS.whole.slice(0, length)}${more}`.trim(),
      ),
  )
  .filter((text) => !text.includes(KEYS.whole) && text !== "");

const ofCredentials: Property = {
  it: "no Authorization but a good key's is taken, whatever it says",
  hold: (target, numRuns) =>
    holds(numRuns, anyCredential, async (authorization) => {
      const answer = await target.ask({ path: "/api/v1/apps", headers: { authorization } });
      isDeclared(platform, "searchApps", answer);
      assert.equal(answer.status, 401);
    }),
};

/** A text as a client may write it in a URL: each character as it is, or percent-encoded once or several times. */
const encoded = (text: string): Arbitrary<string> =>
  fc.oneof(
    fc.constant(text),
    fc
      .array(fc.nat(8), { minLength: text.length, maxLength: text.length })
      .map((ways) =>
        [...text].map((letter, at) => spelled(letter, Math.max(ways[at]! - 5, 0))).join(""),
      ),
  );

function spelled(letter: string, times: number): string {
  if (times === 0) return letter;
  const hex = letter.charCodeAt(0).toString(16);
  return `%${"25".repeat(times - 1)}${times % 2 ? hex : hex.toUpperCase()}`;
}

const BEFORE = [
  "/",
  "/mcp/k/",
  "/mcp/",
  "//mcp/k/",
  "/mcp//k/",
  "/mcp/k//",
  "/MCP/k/",
  "/mcp/k/x/",
  "/api/v1/apps/",
  "/api/v1/tools/",
  "/api/v1/",
  "/api/",
  "/api/v1/apps?search=",
  "/api/v1/apps?cursor=",
  "/api/v1/apps?category=",
  "/api/v1/apps?",
  "/api/v1/apps?limit=",
  "/mcp?key=",
  "/openapi.json?",
  "/.well-known/oauth-protected-resource/mcp/k/",
  "/healthz/",
] as const;
const AFTER = ["", "/", "/tools", "/x", "?a=b", ".json", "%ff", "%zz", "=1", "&a=1", ".a"] as const;
const METHODS = ["GET", "POST", "HEAD", "DELETE", "PROPFIND", "OPTIONS"] as const;

const anyPlace: Arbitrary<Asking> = fc
  .tuple(
    fc.constantFrom(...METHODS),
    fc.constantFrom(...BEFORE),
    encoded(KEYS.reader),
    fc.constantFrom(...AFTER),
    fc.boolean(),
  )
  .map(([method, before, key, after, isKnown]) => ({
    method,
    path: before + key + after,
    headers: isKnown ? bearer(KEYS.whole) : {},
  }));

const HEADERS = [
  "user-agent",
  "origin",
  "accept",
  "content-type",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "x-forwarded-for",
  "cookie",
  "x-api-key",
  "referer",
] as const;
const inHeaders: Arbitrary<Asking> = fc
  .tuple(
    fc.constantFrom("/mcp", "/api/v1/apps", "/", "/nothing", `/mcp/k/${KEYS.whole}`),
    fc.constantFrom(...HEADERS),
    fc.constantFrom("", "https://", "Bearer ", "a="),
  )
  .map(([path, name, before]) => ({
    method: path.startsWith("/mcp") ? "POST" : "GET",
    path,
    headers: { ...json, ...bearer(KEYS.whole), [name]: `${before}${KEYS.reader}` },
    ...(path.startsWith("/mcp") && { body: rpc("tools/list", {}) }),
  }));

const rpc = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
const inBodies: Arbitrary<Asking> = fc
  .tuple(encoded(KEYS.reader), fc.constantFrom("", "my key is ", "atlas."))
  .chain(([key, before]) => {
    const text = before + key;
    const bodies = [
      { path: FIND, body: JSON.stringify({ task: text }) },
      { path: FIND, body: JSON.stringify({ task: "a", apps: [text] }) },
      { path: FIND, body: JSON.stringify({ task: "a", [text]: 1 }) },
      { path: FIND, body: text },
      { path: "/mcp", body: rpc(text, {}) },
      { path: "/mcp", body: rpc("tools/call", { name: text, arguments: {} }) },
      { path: "/mcp", body: rpc("tools/call", { name: "get_tool", arguments: { tool: text } }) },
      {
        path: "/mcp",
        body: rpc("tools/call", { name: "find_tools", arguments: { task: text, apps: [text] } }),
      },
      {
        path: "/mcp",
        body: rpc("tools/call", { name: "search_apps", arguments: { [text]: text } }),
      },
      {
        path: "/mcp",
        body: rpc("initialize", {
          protocolVersion: text,
          capabilities: {},
          clientInfo: { name: text, version: text },
        }),
      },
    ];
    return fc
      .constantFrom(...bodies)
      .map(
        (each): Asking => ({
          method: "POST",
          headers: { ...json, ...bearer(KEYS.whole) },
          ...each,
        }),
      );
  });

/** Enough of a key that nobody may see it. */
const SECRET = KEYS.reader.slice("jf_live_".length, "jf_live_".length + 14);

function isUnseen({ text, headers }: Pick<Answered, "text" | "headers">, where: string): void {
  let said = text + JSON.stringify(headers);
  for (let times = 0; times < 5; times++) {
    assert.ok(
      !said.includes(SECRET),
      `${where} shows the key: ${said.slice(Math.max(said.indexOf(SECRET) - 200, 0)).slice(0, 400)}`,
    );
    said = said.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

const unseen = (it: string, places: Arbitrary<Asking>): Property => ({
  it,
  hold: (target, numRuns) =>
    holds(numRuns, places, async (asking) => {
      const answer = await target.ask(asking);
      assert.ok(answer.status < 500, `status ${answer.status}`);
      assert.deepEqual(judgeOf(platform).breaches(answer, asking), []);
      isUnseen(answer, "the answer");
      isUnseen({ text: await lastLines(target), headers: {} }, "the log");
    }),
});

const lastLines = async (target: Target): Promise<string> =>
  (await target.ask({ path: "/", headers: { [LOG_HEADER]: "1" } })).text
    .split("\n")
    .slice(-3)
    .join("\n");

const posts = (
  it: string,
  operation: "runTool" | "connectApp" | "updateConnection",
  at: Pick<Asking, "method" | "path">,
  some: Arbitrary<unknown>,
): Property => ({
  it: `${operation} answers ${it} with what the spec declares`,
  hold: (target, numRuns) =>
    holds(numRuns, some, async (value) => {
      const answer = await target.ask({
        ...at,
        headers: { ...json, ...credentialOf(target) },
        body: JSON.stringify(value),
      });
      isDeclared(platform, operation, answer);
      assert.doesNotMatch(answer.text, OF_THE_RIG);
    }),
});

/** What the rig's connections hold that nobody may see. */
const OF_THE_RIG = /fjord_(key_of|token_|refresh_)|client_secret_of|atlas_token/;

const anyRun = fc.record(
  {
    arguments: fc.oneof(
      fc.record(
        { text: fc.oneof(anyText, fc.jsonValue()), loud: fc.jsonValue() },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
    connection: fc.oneof(
      fc.constantFrom("Main", "conn_fjord_signed_in", "conn_cumulus_42"),
      anyText,
    ),
    idempotency_key: anyText,
    max_bytes: fc.integer(),
    timeout: fc.integer({ max: 5 }),
  },
  { requiredKeys: ["arguments"] },
);
const anyConnect = fc.record(
  {
    method: fc.oneof(fc.constantFrom("api_key", "oauth2"), anyText),
    scopes: fc.oneof(fc.array(anyText), fc.jsonValue()),
    label: anyText,
    user: anyText,
    return_url: fc.oneof(anyUrl("http://127.0.0.1:9"), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const anyChange = fc.record(
  { label: anyText, is_default: fc.jsonValue(), is_enabled: fc.jsonValue() },
  { requiredKeys: [] },
);

/** Whatever a browser brings along, a page says what came of it, and fails inside for none. */
const pages = (it: string, some: Arbitrary<Asking>): Property => ({
  it,
  hold: (target, numRuns) =>
    holds(numRuns, some, async (asking) => {
      const answer = await target.ask(asking);
      assert.ok(answer.status < 500, `status ${answer.status}`);
      assert.deepEqual(judgeOf(platform).breaches(answer, asking), []);
      assert.doesNotMatch(answer.text, OF_THE_RIG);
      if (answer.headers["content-type"]?.startsWith("text/html") && asking.path !== "/") {
        assert.match(answer.headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
        assert.doesNotMatch(answer.text, /<script|\son\w+=["']/i);
      }
    }),
});

const cookieText = word.filter((text) => !/[";,\\]/.test(text));
const anyWayBack: Arbitrary<Asking> = fc
  .tuple(anyQuery(["state", "code", "error", "error_description", "iss"]), cookieText)
  .map(([query, cookie]) => ({
    path: `/oauth/callback?${query}`,
    headers: { cookie: `jf_signin_000000000000=${cookie}` },
  }));
const anyToken = fc
  .oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 60 }),
  )
  .filter((text) => text !== "" && text !== "." && text !== "..")
  .map(inAddress);
const anyVisit: Arbitrary<Asking> = fc
  .tuple(
    fc.constantFrom("GET", "POST", "HEAD"),
    fc.constantFrom("", "cl_", "cl_s1."),
    anyToken,
    cookieText,
  )
  .map(([method, before, token, cookie]) => ({
    method,
    path: `/connect/${before}${token}`,
    headers: {
      cookie: `jf_connect=${cookie}`,
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(method === "POST" && { body: "method=api_key" }),
  }));

/** Half a surrogate pair stands in no address. */
function inAddress(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const anyForm: Property = {
  it: "whatever is sent with a link's form, the page says what came of it, and never repeats what is secret",
  hold: (target, numRuns) =>
    holds(
      numRuns,
      fc.dictionary(fc.oneof(fc.constantFrom("f_key", "method", "f_"), anyText), anyText, {
        maxKeys: 4,
      }),
      async (fields) => {
        const { url } = await linkTo(target, "fjord", { user: "of-any-form" });
        const { cookie } = await opened(target, url);
        const secret = "not the key of anyone";
        const asking = form(url, cookie, {
          method: "api_key",
          ...Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name.toWellFormed(),
              value.toWellFormed(),
            ]),
          ),
          f_key: secret,
        });
        const answer = await target.ask(asking);
        assert.ok([200, 303, 422].includes(answer.status), `status ${answer.status}`);
        assert.deepEqual(judgeOf(platform).breaches(answer, asking), []);
        assert.ok(!answer.text.includes(secret));
      },
    ),
};

/** What holds of the platform besides. */
export const platformProperties: readonly Property[] = [
  bodies(
    "any JSON at all",
    fc
      .oneof({ weight: 3, arbitrary: shaped }, { weight: 1, arbitrary: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  ),
  bodies("any bytes at all", fc.uint8Array({ maxLength: 60 })),
  posts(
    "any arguments at all",
    "runTool",
    { method: "POST", path: "/api/v1/tools/fjord.create_remark/run" },
    anyRun,
  ),
  posts(
    "any wish at all",
    "connectApp",
    { method: "POST", path: "/api/v1/apps/fjord/connect" },
    anyConnect,
  ),
  posts(
    "any change at all",
    "updateConnection",
    { method: "PATCH", path: "/api/v1/connections/conn_atlas_home" },
    anyChange,
  ),
  pages("whatever comes back from an app, a page says what came of it", anyWayBack),
  pages("whatever link is opened, a page says where it leads", anyVisit),
  anyForm,
  ofCredentials,
  unseen(
    "a key is never repeated, nor told to the log, wherever in an address it stands",
    anyPlace,
  ),
  unseen("a key is never repeated, nor told to the log, in whatever header it stands", inHeaders),
  unseen("a key is never repeated, nor told to the log, wherever in a body it stands", inBodies),
];
