import fc, { type Arbitrary } from "fast-check";
import { bearerHeader, KEYS } from "../fixtures/platform/keys.ts";
import type { TestRequest } from "../targets/target.ts";

const FIND_PATH = "/api/v1/tools/find";
const JSON_HEADERS = { "content-type": "application/json" };

const URL_PREFIXES = [
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
const URL_SUFFIXES = [
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

/** Requests with an API key in the path or the query. */
export const keyInUrls: Arbitrary<TestRequest> = fc
  .tuple(
    fc.constantFrom(...METHODS),
    fc.constantFrom(...URL_PREFIXES),
    percentEncoded(KEYS.reader),
    fc.constantFrom(...URL_SUFFIXES),
    fc.boolean(),
  )
  .map(([method, prefix, key, suffix, isAuthenticated]) => ({
    method,
    path: prefix + key + suffix,
    headers: isAuthenticated ? bearerHeader(KEYS.whole) : {},
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

/** Requests with an API key in a header other than Authorization. */
export const keyInHeaders: Arbitrary<TestRequest> = fc
  .tuple(
    fc.constantFrom("/mcp", "/api/v1/apps", "/", "/nothing", `/mcp/k/${KEYS.whole}`),
    fc.constantFrom(...HEADERS),
    fc.constantFrom("", "https://", "Bearer ", "a="),
  )
  .map(([path, name, prefix]) => ({
    method: path.startsWith("/mcp") ? "POST" : "GET",
    path,
    headers: { ...JSON_HEADERS, ...bearerHeader(KEYS.whole), [name]: `${prefix}${KEYS.reader}` },
    ...(path.startsWith("/mcp") && { body: rpcBody("tools/list", {}) }),
  }));

/** Requests with an API key in the body, as a name or a value. */
export const keyInBodies: Arbitrary<TestRequest> = fc
  .tuple(percentEncoded(KEYS.reader), fc.constantFrom("", "my key is ", "atlas."))
  .chain(([key, prefix]) => {
    const text = prefix + key;
    const bodies = [
      { path: FIND_PATH, body: JSON.stringify({ task: text }) },
      { path: FIND_PATH, body: JSON.stringify({ task: "a", apps: [text] }) },
      { path: FIND_PATH, body: JSON.stringify({ task: "a", [text]: 1 }) },
      { path: FIND_PATH, body: text },
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
        headers: { ...JSON_HEADERS, ...bearerHeader(KEYS.whole) },
        ...each,
      }),
    );
  });

/** Leaves each character as it is, or percent-encodes it up to three times. */
function percentEncoded(text: string): Arbitrary<string> {
  return fc.oneof(
    fc.constant(text),
    fc
      .array(fc.nat(8), { minLength: text.length, maxLength: text.length })
      .map((encodings) =>
        [...text]
          .map((letter, index) => encodeLetter(letter, Math.max(encodings[index]! - 5, 0)))
          .join(""),
      ),
  );
}

function encodeLetter(letter: string, count: number): string {
  if (count === 0) return letter;
  const hex = letter.charCodeAt(0).toString(16);
  return `%${"25".repeat(count - 1)}${count % 2 ? hex : hex.toUpperCase()}`;
}

function rpcBody(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
}
