import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import { createAjv } from "../../callers/schemas.ts";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import type { TestRequest } from "../../targets/target.ts";
import { expectRpcError, expectRpcResult } from "../mcp-checks.ts";
import {
  LEGACY_VERSION,
  legacyRequest,
  MODERN_VERSION,
  modernRequest,
  postMessage,
} from "../mcp-messages.ts";
import { initializeParams, protocolExchanges } from "../mcp-protocol.ts";
import { withBearerKey, withDefaultKey, withKeyInPath } from "./requests.ts";

type PlatformExchange = Exchange<PlatformContext>;

const ERAS = { [LEGACY_VERSION]: legacyRequest, [MODERN_VERSION]: modernRequest } as const;
const inBothEras = (
  it: string,
  of: (request: typeof legacyRequest) => Omit<PlatformExchange, "it">,
): PlatformExchange[] =>
  Object.entries(ERAS).map(([era, request]) => ({
    it: `${it} (${era})`,
    ...of(request as typeof legacyRequest),
  }));
const parseResult = (text: string) => JSON.parse(text).result;

/** As everything is that a key may stand in. */
const NO_STORE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
} as const;

/** Refused before any tool: an error of JSON-RPC, under the request's own id, with the problem as its data. */
const refusedExchange = (
  it: string,
  request: TestRequest,
  {
    code = "unauthorized",
    status = 401,
    wasSent = true,
    id = 7,
  }: { code?: string; status?: number; wasSent?: boolean; id?: number | null } = {},
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
  mediaType: "application/json",
  headers: {
    ...NO_STORE,
    ...(status === 401 && {
      "www-authenticate": `Bearer realm="Jackfield"${wasSent ? ', error="invalid_token"' : ""}`,
    }),
  },
  check({ text, headers }) {
    const { jsonrpc, id: responseId, error, result } = JSON.parse(text);
    assert.deepEqual(
      [jsonrpc, responseId, error.code, error.data.code, error.data.status, result],
      ["2.0", id, -32000, code, status, undefined],
    );
    assert.equal(error.data.instance, `urn:uuid:${headers["request-id"]}`);
    assert.doesNotMatch(text, /jf_live_\w/);
  },
});

const PING = legacyRequest("ping");
const CALL = legacyRequest("tools/call", { name: "search_apps", arguments: { search: "atlas" } });
const GET: TestRequest = { path: "/mcp" };

/** A tool's error, not the protocol's: the model reads it. */
const missingPermission = (
  request: typeof legacyRequest,
  key: string,
  name: string,
  input: object,
): Omit<PlatformExchange, "it"> => ({
  requires: "fixture",
  request: withBearerKey(request("tools/call", { name, arguments: input }), key),
  status: 200,
  check({ text }) {
    const { isError, content, structuredContent } = parseResult(text);
    assert.deepEqual(
      [isError, structuredContent, JSON.parse(content[0].text).code],
      [true, undefined, "permission_denied"],
    );
  },
});

/** The MCP server of the platform, with the key in a header and in its address. */
export const mcpExchanges: Exchanges<PlatformContext> = {
  "/mcp": [
    withDefaultKey(expectRpcError("rejects a body that isn't JSON", postMessage("{"), 400, -32700)),
    ...protocolExchanges.map(withDefaultKey),
    withDefaultKey(
      expectRpcResult(
        "answers initialize with the requested revision",
        initializeParams(LEGACY_VERSION),
        (result) => {
          assert.deepEqual(
            [result.protocolVersion, result.serverInfo.name],
            [LEGACY_VERSION, "jackfield-platform"],
          );
          assert.match(result.instructions, /find_tools/);
        },
      ),
    ),
    withDefaultKey(
      expectRpcResult(
        "answers server/discover as cacheable by the client only",
        modernRequest("server/discover"),
        ({ supportedVersions, cacheScope }) =>
          assert.deepEqual([supportedVersions, cacheScope], [[MODERN_VERSION], "private"]),
      ),
    ),
    ...inBothEras("lists exactly the six tools to find, connect and use apps", (request) => ({
      request: ({ key }) => withBearerKey(request("tools/list"), key),
      status: 200,
      check: ({ text }) =>
        assert.deepEqual(
          parseResult(text).tools.map(({ name }: { name: string }) => name),
          ["connect_app", "find_tools", "get_tool", "list_connections", "run_tool", "search_apps"],
        ),
    })),
    ...inBothEras("describes each tool like the spec, with self-contained schemas", (request) => ({
      request: ({ key }) => withBearerKey(request("tools/list"), key),
      status: 200,
      check({ text }) {
        for (const listed of parseResult(text).tools) {
          const entry = Object.values(table.operations).find(
            ({ tool }) => tool?.name === listed.name,
          )!;
          assert.deepEqual(
            [listed.title, listed.description, listed.annotations],
            [
              entry.summary,
              entry.description,
              { title: entry.summary, ...entry.tool!.annotations },
            ],
          );
          const { $defs: _, ...input } = listed.inputSchema;
          assert.deepEqual(input, entry.input);
          for (const schema of [listed.inputSchema, listed.outputSchema])
            createAjv().compile(schema);
        }
      },
    })),
    ...inBothEras("lists its tools to a key that may not use them", (request) => ({
      requires: "fixture",
      request: withBearerKey(request("tools/list"), KEYS.connector),
      status: 200,
    })),
    ...inBothEras("reports a missing permission as a tool error", (request) =>
      missingPermission(request, KEYS.connector, "search_apps", {}),
    ),
    ...inBothEras("reports an app that the key may not use as a tool error", (request) =>
      missingPermission(request, KEYS.limited, "get_tool", { tool: "atlas.create_issue" }),
    ),
    refusedExchange("rejects a call without a key with a JSON-RPC error", CALL, {
      wasSent: false,
    }),
    refusedExchange("rejects a ping without a key", PING, { wasSent: false }),
    refusedExchange("rejects an unknown key", withBearerKey(CALL, KEYS.stranger)),
    refusedExchange("rejects an expired key", withBearerKey(CALL, KEYS.expired), {
      code: "key_expired",
    }),
    refusedExchange("rejects a revoked key", withBearerKey(CALL, KEYS.revoked), {
      code: "key_revoked",
    }),
    refusedExchange("rejects malformed JSON without a key", postMessage("{"), {
      wasSent: false,
      id: null,
    }),
    refusedExchange("rejects GET without a key", GET, { wasSent: false, id: null }),
    {
      ...refusedExchange("reports that keys can't be looked up", withBearerKey(CALL, KEYS.whole), {
        code: "storage_unavailable",
        status: 503,
      }),
      fault: 503,
    },
    {
      it: "answers GET with 405 and forbids caching",
      requires: "fixture",
      request: withBearerKey(GET, KEYS.whole),
      status: 405,
      headers: { ...NO_STORE, allow: "POST, OPTIONS" },
    },
    {
      it: "answers a preflight request without a key",
      request: {
        method: "OPTIONS",
        path: "/mcp",
        headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
      },
      status: 204,
      headers: {
        "access-control-allow-origin": /./,
        "access-control-allow-headers": /authorization.*mcp-protocol-version/,
      },
    },
    {
      it: "lets pages of any origin read its errors",
      request: legacyRequest("ping", {}, { origin: "https://elsewhere.example" }),
      status: 401,
      headers: {
        "access-control-allow-origin": "https://elsewhere.example",
        "access-control-expose-headers": /WWW-Authenticate/,
      },
      check: ({ headers }) => assert.equal(headers["access-control-allow-credentials"], undefined),
    },
    {
      it: "rejects another host",
      requires: "fixture",
      request: withBearerKey(legacyRequest("ping", {}, { host: "evil.example" }), KEYS.whole),
      status: 403,
    },
    {
      it: "forbids caching, indexing and referrers",
      request: ({ key }) => withBearerKey(PING, key),
      status: 200,
      headers: NO_STORE,
    },
    {
      it: "answers an unknown tool with a protocol error",
      request: ({ key }) =>
        withBearerKey(legacyRequest("tools/call", { name: "no_such_tool", arguments: {} }), key),
      status: 200,
      check: ({ text }) => assert.equal(JSON.parse(text).error.code, -32602),
    },
    {
      it: "rejects an operation that isn't a tool",
      request: ({ key }) =>
        withBearerKey(
          legacyRequest("tools/call", { name: "list_tools", arguments: { app: "atlas" } }),
          key,
        ),
      status: 200,
      check: ({ text }) => assert.equal(JSON.parse(text).error.code, -32602),
    },
    {
      it: "reveals nothing about an unexpected error",
      requires: "fixture",
      fault: 500,
      request: withBearerKey(CALL, KEYS.whole),
      status: 200,
      check: ({ text }) =>
        assert.equal(JSON.parse(parseResult(text).content[0].text).code, "internal"),
    },
  ],
  "/mcp/k/{key}": [
    {
      it: "uses the key in the link and ignores the header",
      requires: "fixture",
      request: withBearerKey(withKeyInPath(PING, KEYS.whole), KEYS.stranger),
      status: 200,
    },
    ...inBothEras("lists the tools for the key in the link", (request) => ({
      request: ({ key }) => withKeyInPath(request("tools/list"), key),
      status: 200,
      headers: NO_STORE,
      check: ({ text }) => assert.equal(parseResult(text).tools.length, 6),
    })),
    ...inBothEras("calls a tool with the key in the link", (request) => ({
      requires: "fixture",
      request: withKeyInPath(
        request("tools/call", { name: "search_apps", arguments: { search: "atlas" } }),
        KEYS.whole,
      ),
      status: 200,
      check: ({ text }) => assert.equal(parseResult(text).structuredContent.data[0].id, "atlas"),
    })),
    refusedExchange("rejects an unknown key in the link", withKeyInPath(CALL, KEYS.stranger)),
    refusedExchange("rejects a revoked key in the link", withKeyInPath(CALL, KEYS.revoked), {
      code: "key_revoked",
    }),
    refusedExchange("rejects a malformed key in the link", withKeyInPath(CALL, "me")),
    refusedExchange(
      "rejects a percent-encoded key in the link",
      withKeyInPath(CALL, KEYS.whole.replaceAll("_", "%5F")),
    ),
    refusedExchange(
      "ignores the header if the key in the link is invalid",
      withBearerKey(withKeyInPath(CALL, KEYS.stranger), KEYS.whole),
    ),
    {
      it: "answers a browser with 405 without repeating the key",
      requires: "fixture",
      request: withKeyInPath({ ...GET, headers: { accept: "text/html" } }, KEYS.whole),
      status: 405,
      headers: NO_STORE,
      check: ({ text }) => assert.doesNotMatch(text, /jf_live_/),
    },
    refusedExchange(
      "answers a browser with 401 if the key in the link is invalid",
      withKeyInPath(GET, KEYS.stranger),
      {
        id: null,
      },
    ),
    {
      it: "answers a preflight request",
      request: {
        method: "OPTIONS",
        path: `/mcp/k/${KEYS.whole}`,
        headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
      },
      status: 204,
    },
    {
      it: "returns 404 for a trailing slash without repeating the key",
      requires: "fixture",
      request: { ...PING, path: `/mcp/k/${KEYS.whole}/` },
      status: 404,
      headers: { ...NO_STORE },
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 16))),
    },
    {
      it: "returns 404 for a link without a key",
      request: { ...PING, path: "/mcp/k/" },
      status: 404,
    },
    {
      it: "returns 404 for a path below the link without repeating the key",
      requires: "fixture",
      request: { path: `/mcp/k/${KEYS.whole}/.well-known/oauth-protected-resource` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 16))),
    },
  ],
};
