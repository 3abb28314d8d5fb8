import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { anyQuery, anyText, anyUrl } from "../arbitraries.ts";
import { authorizationHeaders } from "../callers/http.ts";
import { validatorFor } from "../callers/spec-validator.ts";
import { createConnectLink, openConnectPage, submitForm } from "../cases/platform/actions.ts";
import { bearerHeader, KEYS } from "../fixtures/platform/keys.ts";
import { LOG_HEADER } from "../fixtures/platform/platform.ts";
import { assertDeclared, assertProperty, type Property } from "../property.ts";
import { platform } from "../services/platform.ts";
import type { Target, TestRequest, TestResponse } from "../targets/target.ts";

const FIND = "/api/v1/tools/find";
const json = { "content-type": "application/json" };

const bodyProperty = (it: string, arbitrary: Arbitrary<string | Uint8Array>): Property => ({
  it: `findTools answers ${it} with what the spec declares`,
  verify: (target, numRuns) =>
    assertProperty(numRuns, arbitrary, async (body) =>
      assertDeclared(
        platform,
        "findTools",
        await target.send({
          method: "POST",
          path: FIND,
          headers: { ...json, ...authorizationHeaders(target) },
          body,
        }),
      ),
    ),
});

const structuredBody = fc.record(
  {
    task: fc.oneof(fc.string(), fc.jsonValue()),
    limit: fc.jsonValue(),
    apps: fc.jsonValue(),
    connected: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

/** Header values: visible characters with spaces between them. */
const headerText = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019_-.~+/=,;:\"'\\()<>[]{}%* \t"), maxLength: 80 })
  .map((text) => text.trim());
const anyCredential = fc
  .oneof(
    headerText,
    headerText.map((text) => `Bearer ${text}`),
    fc
      .tuple(
        fc.constantFrom("Bearer", "bearer", "Basic", "Token", ""),
        fc.constantFrom(" ", "  ", "\t", ", "),
        fc.nat(KEYS.whole.length),
        headerText,
      )
      .map(([scheme, space, length, more]) =>
        `${scheme}${space}${KEYS.whole.slice(0, length)}${more}`.trim(),
      ),
  )
  .filter((text) => !text.includes(KEYS.whole) && text !== "");

const credentialProperty: Property = {
  it: "no Authorization header is accepted except a valid key's",
  verify: (target, numRuns) =>
    assertProperty(numRuns, anyCredential, async (authorization) => {
      const response = await target.send({ path: "/api/v1/apps", headers: { authorization } });
      assertDeclared(platform, "searchApps", response);
      assert.equal(response.status, 401);
    }),
};

/** A text in a URL: each character literal, percent-encoded, or percent-encoded repeatedly. */
const percentEncoded = (text: string): Arbitrary<string> =>
  fc.oneof(
    fc.constant(text),
    fc
      .array(fc.nat(8), { minLength: text.length, maxLength: text.length })
      .map((encodings) =>
        [...text]
          .map((letter, index) => encodeLetter(letter, Math.max(encodings[index]! - 5, 0)))
          .join(""),
      ),
  );

function encodeLetter(letter: string, count: number): string {
  if (count === 0) return letter;
  const hex = letter.charCodeAt(0).toString(16);
  return `%${"25".repeat(count - 1)}${count % 2 ? hex : hex.toUpperCase()}`;
}

const PREFIXES = [
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
const SUFFIXES = [
  "",
  "/",
  "/tools",
  "/x",
  "?a=b",
  ".json",
  "%ff",
  "%zz",
  "=1",
  "&a=1",
  ".a",
] as const;
const METHODS = ["GET", "POST", "HEAD", "DELETE", "PROPFIND", "OPTIONS"] as const;

const keyInPath: Arbitrary<TestRequest> = fc
  .tuple(
    fc.constantFrom(...METHODS),
    fc.constantFrom(...PREFIXES),
    percentEncoded(KEYS.reader),
    fc.constantFrom(...SUFFIXES),
    fc.boolean(),
  )
  .map(([method, before, key, after, isKnown]) => ({
    method,
    path: before + key + after,
    headers: isKnown ? bearerHeader(KEYS.whole) : {},
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
const keyInHeaders: Arbitrary<TestRequest> = fc
  .tuple(
    fc.constantFrom("/mcp", "/api/v1/apps", "/", "/nothing", `/mcp/k/${KEYS.whole}`),
    fc.constantFrom(...HEADERS),
    fc.constantFrom("", "https://", "Bearer ", "a="),
  )
  .map(([path, name, before]) => ({
    method: path.startsWith("/mcp") ? "POST" : "GET",
    path,
    headers: { ...json, ...bearerHeader(KEYS.whole), [name]: `${before}${KEYS.reader}` },
    ...(path.startsWith("/mcp") && { body: rpcBody("tools/list", {}) }),
  }));

const rpcBody = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
const keyInBodies: Arbitrary<TestRequest> = fc
  .tuple(percentEncoded(KEYS.reader), fc.constantFrom("", "my key is ", "atlas."))
  .chain(([key, before]) => {
    const text = before + key;
    const bodies = [
      { path: FIND, body: JSON.stringify({ task: text }) },
      { path: FIND, body: JSON.stringify({ task: "a", apps: [text] }) },
      { path: FIND, body: JSON.stringify({ task: "a", [text]: 1 }) },
      { path: FIND, body: text },
      { path: "/mcp", body: rpcBody(text, {}) },
      { path: "/mcp", body: rpcBody("tools/call", { name: text, arguments: {} }) },
      {
        path: "/mcp",
        body: rpcBody("tools/call", { name: "get_tool", arguments: { tool: text } }),
      },
      {
        path: "/mcp",
        body: rpcBody("tools/call", {
          name: "find_tools",
          arguments: { task: text, apps: [text] },
        }),
      },
      {
        path: "/mcp",
        body: rpcBody("tools/call", { name: "search_apps", arguments: { [text]: text } }),
      },
      {
        path: "/mcp",
        body: rpcBody("initialize", {
          protocolVersion: text,
          capabilities: {},
          clientInfo: { name: text, version: text },
        }),
      },
    ];
    return fc.constantFrom(...bodies).map(
      (each): TestRequest => ({
        method: "POST",
        headers: { ...json, ...bearerHeader(KEYS.whole) },
        ...each,
      }),
    );
  });

/** The part of a key that must never be visible. */
const SECRET = KEYS.reader.slice("jf_live_".length, "jf_live_".length + 14);

function assertNotVisible(
  { text, headers }: Pick<TestResponse, "text" | "headers">,
  where: string,
): void {
  let output = text + JSON.stringify(headers);
  for (let count = 0; count < 5; count++) {
    assert.ok(
      !output.includes(SECRET),
      `${where} shows the key: ${output.slice(Math.max(output.indexOf(SECRET) - 200, 0)).slice(0, 400)}`,
    );
    output = output.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

const secretNotVisible = (it: string, requests: Arbitrary<TestRequest>): Property => ({
  it,
  verify: (target, numRuns) =>
    assertProperty(numRuns, requests, async (request) => {
      const response = await target.send(request);
      assert.ok(response.status < 500, `status ${response.status}`);
      assert.deepEqual(validatorFor(platform).generalViolations(response, request), []);
      assertNotVisible(response, "the answer");
      assertNotVisible({ text: await readLog(target), headers: {} }, "the log");
    }),
});

const readLog = async (target: Target): Promise<string> =>
  (await target.send({ path: "/", headers: { [LOG_HEADER]: "1" } })).text
    .split("\n")
    .slice(-3)
    .join("\n");

const postProperty = (
  it: string,
  operation: "runTool" | "connectApp" | "updateConnection",
  at: Pick<TestRequest, "method" | "path">,
  arbitrary: Arbitrary<unknown>,
): Property => ({
  it: `${operation} answers ${it} with what the spec declares`,
  verify: (target, numRuns) =>
    assertProperty(numRuns, arbitrary, async (value) => {
      const response = await target.send({
        ...at,
        headers: { ...json, ...authorizationHeaders(target) },
        body: JSON.stringify(value),
      });
      assertDeclared(platform, operation, response);
      assert.doesNotMatch(response.text, FIXTURE_SECRETS);
    }),
});

/** Secrets of the fixture's connections that must never be visible. */
const FIXTURE_SECRETS = /fjord_(key_fixture|token_|refresh_)|fixture_client_secret|atlas_token/;

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
  { label: anyText, default: fc.jsonValue(), enabled: fc.jsonValue() },
  { requiredKeys: [] },
);

/** For any browser request, a page explains the outcome without an internal error. */
const pageProperty = (it: string, arbitrary: Arbitrary<TestRequest>): Property => ({
  it,
  verify: (target, numRuns) =>
    assertProperty(numRuns, arbitrary, async (request) => {
      const response = await target.send(request);
      assert.ok(response.status < 500, `status ${response.status}`);
      assert.deepEqual(validatorFor(platform).generalViolations(response, request), []);
      assert.doesNotMatch(response.text, FIXTURE_SECRETS);
      if (response.headers["content-type"]?.startsWith("text/html") && request.path !== "/") {
        assert.match(response.headers["content-security-policy"] ?? "", /frame-ancestors 'none'/);
        assert.doesNotMatch(response.text, /<script|\son\w+=["']/i);
      }
    }),
});

const cookieText = headerText.filter((text) => !/[";,\\]/.test(text));
const anyCallback: Arbitrary<TestRequest> = fc
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
  .map(toUrlSafe);
const anyVisit: Arbitrary<TestRequest> = fc
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

/** URLs can't contain lone surrogates. */
function toUrlSafe(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const anyForm: Property = {
  it: "for any submitted form, the connect page shows the outcome and never repeats a secret",
  verify: (target, numRuns) =>
    assertProperty(
      numRuns,
      fc.dictionary(fc.oneof(fc.constantFrom("f_key", "method", "f_"), anyText), anyText, {
        maxKeys: 4,
      }),
      async (fields) => {
        const { url } = await createConnectLink(target, "fjord", { user: "of-any-form" });
        const { cookie } = await openConnectPage(target, url);
        const secret = "not the key of anyone";
        const request = submitForm(url, cookie, {
          method: "api_key",
          ...Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name.toWellFormed(),
              value.toWellFormed(),
            ]),
          ),
          f_key: secret,
        });
        const response = await target.send(request);
        assert.ok([200, 303, 422].includes(response.status), `status ${response.status}`);
        assert.deepEqual(validatorFor(platform).generalViolations(response, request), []);
        assert.ok(!response.text.includes(secret));
      },
    ),
};

/** Additional properties of the platform. */
export const platformProperties: readonly Property[] = [
  bodyProperty(
    "any JSON",
    fc
      .oneof({ weight: 3, arbitrary: structuredBody }, { weight: 1, arbitrary: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  ),
  bodyProperty("any bytes", fc.uint8Array({ maxLength: 60 })),
  postProperty(
    "any arguments",
    "runTool",
    { method: "POST", path: "/api/v1/tools/fjord.create_remark/run" },
    anyRun,
  ),
  postProperty(
    "any connect request",
    "connectApp",
    { method: "POST", path: "/api/v1/apps/fjord/connect" },
    anyConnect,
  ),
  postProperty(
    "any change",
    "updateConnection",
    { method: "PATCH", path: "/api/v1/connections/conn_atlas_home" },
    anyChange,
  ),
  pageProperty("for any OAuth callback, a page shows the outcome", anyCallback),
  pageProperty("for any connect link, a page shows its state", anyVisit),
  anyForm,
  credentialProperty,
  secretNotVisible("a key in a URL appears in no response and no log", keyInPath),
  secretNotVisible("a key in a header appears in no response and no log", keyInHeaders),
  secretNotVisible("a key in a body appears in no response and no log", keyInBodies),
];
