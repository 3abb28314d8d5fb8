import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import { createAjv } from "../../callers/spec-validator.ts";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import {
  expectRpcError,
  expectRpcResult,
  LEGACY_VERSION,
  legacyRequest,
  MODERN_VERSION,
  modernRequest,
  postMessage,
  withToolNames,
} from "../mcp-messages.ts";
import { initializeParams, protocolExchanges } from "../mcp-protocol.ts";
import { withOwnExamples } from "../own-examples.ts";
import {
  CALL,
  GET,
  inBothEras,
  NO_STORE,
  PING,
  parseResult,
  rejectedExchange,
  TOOL_NAMES,
} from "./mcp-link.ts";
import { withBearerKey, withDefaultKey } from "./requests.ts";

/** A tool error that the model reads, in place of a protocol error. */
const missingPermission = (
  request: typeof legacyRequest,
  key: string,
  name: string,
  input: object,
): Omit<Exchange<PlatformContext>, "it"> => ({
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

/** The MCP server, with the API key in a header. */
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
        "marks the result of server/discover as private",
        modernRequest("server/discover"),
        ({ supportedVersions, cacheScope }) =>
          assert.deepEqual([supportedVersions, cacheScope], [[MODERN_VERSION], "private"]),
      ),
    ),
    ...inBothEras("lists exactly the tools of the spec", (request) => ({
      request: ({ key }) => withBearerKey(request("tools/list"), key),
      status: 200,
      check: ({ text }) =>
        assert.deepEqual(
          parseResult(text).tools.map(({ name }: { name: string }) => name),
          TOOL_NAMES,
        ),
    })),
    ...inBothEras(
      "describes each tool as the spec does, with self-contained schemas",
      (request) => ({
        request: ({ key }) => withBearerKey(request("tools/list"), key),
        status: 200,
        check({ text }, context) {
          for (const listed of parseResult(text).tools) {
            const entry = withToolNames(
              Object.values(table.operations).find(({ tool }) => tool?.name === listed.name)!,
              table,
            );
            assert.deepEqual(
              [listed.title, listed.description, listed.annotations],
              [
                entry.summary,
                entry.description,
                { title: entry.summary, ...entry.tool!.annotations },
              ],
            );
            const { $defs: _, ...input } = listed.inputSchema;
            assert.deepEqual(input, withOwnExamples(entry.input, context));
            for (const schema of [listed.inputSchema, listed.outputSchema])
              createAjv().compile(schema);
          }
        },
      }),
    ),
    ...inBothEras("lists its tools to a key that may not use them", (request) => ({
      requires: "fixture",
      request: withBearerKey(request("tools/list"), KEYS.connector),
      status: 200,
    })),
    ...inBothEras("returns a tool error if the key lacks the permission", (request) =>
      missingPermission(request, KEYS.connector, "search_apps", {}),
    ),
    ...inBothEras("returns a tool error for an app that the key may not use", (request) =>
      missingPermission(request, KEYS.limited, "get_tool", { tool: "atlas.create_issue" }),
    ),
    rejectedExchange("rejects a call without a key with a JSON-RPC error", CALL, {
      wasSent: false,
    }),
    rejectedExchange("rejects a ping without a key", PING, { wasSent: false }),
    rejectedExchange("rejects an unknown key", withBearerKey(CALL, KEYS.stranger)),
    rejectedExchange("rejects an expired key", withBearerKey(CALL, KEYS.expired), {
      code: "key_expired",
    }),
    rejectedExchange("rejects a revoked key", withBearerKey(CALL, KEYS.revoked), {
      code: "key_revoked",
    }),
    rejectedExchange("rejects malformed JSON without a key", postMessage("{"), {
      wasSent: false,
      id: null,
    }),
    rejectedExchange("rejects GET without a key", GET, { wasSent: false, id: null }),
    {
      ...rejectedExchange("reports that keys can't be looked up", withBearerKey(CALL, KEYS.whole), {
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
};
