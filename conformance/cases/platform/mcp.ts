import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import { newAjv } from "../../callers/schemas.ts";
import type { Exchange, Exchanges, FoundOfPlatform } from "../../case.ts";
import { KEYS } from "../../rig/platform/keys.ts";
import type { Asking } from "../../targets/target.ts";
import { fails, gives } from "../mcp-answers.ts";
import { LEGACY, legacy, MODERN, modern, posted } from "../mcp-messages.ts";
import { initialize, protocolExchanges } from "../mcp-protocol.ts";
import { keyed, linked, withKey } from "./asking.ts";

type Of = Exchange<FoundOfPlatform>;

const ERAS = { [LEGACY]: legacy, [MODERN]: modern } as const;
const inBoth = (it: string, of: (request: typeof legacy) => Omit<Of, "it">): Of[] =>
  Object.entries(ERAS).map(([era, request]) => ({
    it: `${it} (${era})`,
    ...of(request as typeof legacy),
  }));
const resultOf = (text: string) => JSON.parse(text).result;

/** As everything is that a key may stand in. */
const KEPT_BY_NOBODY = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
} as const;

/** Refused before any tool: an error of JSON-RPC, under the request's own id, with the problem as its data. */
const refused = (
  it: string,
  ask: Asking,
  {
    code = "unauthorized",
    status = 401,
    wasSent = true,
    id = 7,
  }: { code?: string; status?: number; wasSent?: boolean; id?: number | null } = {},
): Of => ({
  it,
  needs: "rig",
  ask,
  status,
  mediaType: "application/json",
  headers: {
    ...KEPT_BY_NOBODY,
    ...(status === 401 && {
      "www-authenticate": `Bearer realm="Jackfield"${wasSent ? ', error="invalid_token"' : ""}`,
    }),
  },
  check({ text, headers }) {
    const { jsonrpc, id: said, error, result } = JSON.parse(text);
    assert.deepEqual(
      [jsonrpc, said, error.code, error.data.code, error.data.status, result],
      ["2.0", id, -32000, code, status, undefined],
    );
    assert.equal(error.data.instance, `urn:uuid:${headers["request-id"]}`);
    assert.doesNotMatch(text, /jf_live_\w/);
  },
});

const PING = legacy("ping");
const CALL = legacy("tools/call", { name: "search_apps", arguments: { search: "atlas" } });
const GET: Asking = { path: "/mcp" };

/** A tool's error, not the protocol's: the model reads it. */
const mayNot = (
  request: typeof legacy,
  key: string,
  name: string,
  input: object,
): Omit<Of, "it"> => ({
  needs: "rig",
  ask: withKey(request("tools/call", { name, arguments: input }), key),
  status: 200,
  check({ text }) {
    const { isError, content, structuredContent } = resultOf(text);
    assert.deepEqual(
      [isError, structuredContent, JSON.parse(content[0].text).code],
      [true, undefined, "permission_denied"],
    );
  },
});

/** The MCP server of the platform, with the key in a header and in its address. */
export const mcpExchanges: Exchanges<FoundOfPlatform> = {
  "/mcp": [
    keyed(fails("refuses a body that is not JSON", posted("{"), 400, -32700)),
    ...protocolExchanges.map(keyed),
    keyed(
      gives(
        "answers initialize with the revision that was asked for",
        initialize(LEGACY),
        (result) => {
          assert.deepEqual(
            [result.protocolVersion, result.serverInfo.name],
            [LEGACY, "jackfield-platform"],
          );
          assert.match(result.instructions, /find_tools/);
        },
      ),
    ),
    keyed(
      gives(
        "answers server/discover, to be kept by the client alone",
        modern("server/discover"),
        ({ supportedVersions, cacheScope }) =>
          assert.deepEqual([supportedVersions, cacheScope], [[MODERN], "private"]),
      ),
    ),
    ...inBoth(
      "has exactly the six tools by which apps are found, connected and used",
      (request) => ({
        ask: ({ key }) => withKey(request("tools/list"), key),
        status: 200,
        check: ({ text }) =>
          assert.deepEqual(
            resultOf(text).tools.map(({ name }: { name: string }) => name),
            [
              "connect_app",
              "find_tools",
              "get_tool",
              "list_connections",
              "run_tool",
              "search_apps",
            ],
          ),
      }),
    ),
    ...inBoth(
      "describes each tool as the table does, with schemas that are complete in themselves",
      (request) => ({
        ask: ({ key }) => withKey(request("tools/list"), key),
        status: 200,
        check({ text }) {
          for (const listed of resultOf(text).tools) {
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
              newAjv().compile(schema);
          }
        },
      }),
    ),
    ...inBoth("lists its tools to a key that may not use them", (request) => ({
      needs: "rig",
      ask: withKey(request("tools/list"), KEYS.connector),
      status: 200,
    })),
    ...inBoth("tells a model that its key may not read", (request) =>
      mayNot(request, KEYS.connector, "search_apps", {}),
    ),
    ...inBoth("tells a model that its key is not for an app", (request) =>
      mayNot(request, KEYS.limited, "get_tool", { tool: "atlas.create_issue" }),
    ),
    refused("refuses whoever shows no key, in the form of the protocol", CALL, { wasSent: false }),
    refused("refuses a ping without a key too", PING, { wasSent: false }),
    refused("refuses a key that nobody made", withKey(CALL, KEYS.stranger)),
    refused("refuses a key that has expired", withKey(CALL, KEYS.expired), { code: "key_expired" }),
    refused("refuses a key that was revoked", withKey(CALL, KEYS.revoked), { code: "key_revoked" }),
    refused("refuses whoever shows no key and sends no message", posted("{"), {
      wasSent: false,
      id: null,
    }),
    refused("refuses a GET without a key", GET, { wasSent: false, id: null }),
    {
      ...refused("says when keys can't be looked up", withKey(CALL, KEYS.whole), {
        code: "storage_unavailable",
        status: 503,
      }),
      fault: 503,
    },
    {
      it: "answers GET with 405 and no word of the key",
      needs: "rig",
      ask: withKey(GET, KEYS.whole),
      status: 405,
      headers: { ...KEPT_BY_NOBODY, allow: "POST, OPTIONS" },
    },
    {
      it: "answers a preflight before it asks for a key",
      ask: {
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
      it: "lets a page of any origin read its refusals",
      ask: legacy("ping", {}, { origin: "https://elsewhere.example" }),
      status: 401,
      headers: {
        "access-control-allow-origin": "https://elsewhere.example",
        "access-control-expose-headers": /WWW-Authenticate/,
      },
      check: ({ headers }) => assert.equal(headers["access-control-allow-credentials"], undefined),
    },
    {
      it: "refuses a host that is not its own",
      needs: "rig",
      ask: withKey(legacy("ping", {}, { host: "evil.example" }), KEYS.whole),
      status: 403,
    },
    {
      it: "is kept by nobody",
      ask: ({ key }) => withKey(PING, key),
      status: 200,
      headers: KEPT_BY_NOBODY,
    },
    {
      it: "answers an unknown tool with the protocol's error",
      ask: ({ key }) => withKey(legacy("tools/call", { name: "no_such_tool", arguments: {} }), key),
      status: 200,
      check: ({ text }) => assert.equal(JSON.parse(text).error.code, -32602),
    },
    {
      it: "carries out no operation that is no tool",
      ask: ({ key }) =>
        withKey(legacy("tools/call", { name: "list_tools", arguments: { app: "atlas" } }), key),
      status: 200,
      check: ({ text }) => assert.equal(JSON.parse(text).error.code, -32602),
    },
    {
      it: "tells nothing of an unexpected fault",
      needs: "rig",
      fault: 500,
      ask: withKey(CALL, KEYS.whole),
      status: 200,
      check: ({ text }) =>
        assert.equal(JSON.parse(resultOf(text).content[0].text).code, "internal"),
    },
  ],
  "/mcp/k/{key}": [
    {
      it: "believes the link, whatever the header says",
      needs: "rig",
      ask: withKey(linked(PING, KEYS.whole), KEYS.stranger),
      status: 200,
    },
    ...inBoth("lists the tools to whoever has the link", (request) => ({
      ask: ({ key }) => linked(request("tools/list"), key),
      status: 200,
      headers: KEPT_BY_NOBODY,
      check: ({ text }) => assert.equal(resultOf(text).tools.length, 6),
    })),
    ...inBoth("calls a tool for whoever has the link", (request) => ({
      needs: "rig",
      ask: linked(
        request("tools/call", { name: "search_apps", arguments: { search: "atlas" } }),
        KEYS.whole,
      ),
      status: 200,
      check: ({ text }) => assert.equal(resultOf(text).structuredContent.data[0].id, "atlas"),
    })),
    refused("refuses a link with a key that nobody made", linked(CALL, KEYS.stranger)),
    refused("refuses a link with a key that was revoked", linked(CALL, KEYS.revoked), {
      code: "key_revoked",
    }),
    refused("refuses a link without a key's form", linked(CALL, "me")),
    refused(
      "refuses a link whose key is percent-encoded",
      linked(CALL, KEYS.whole.replaceAll("_", "%5F")),
    ),
    refused(
      "believes no header where the link's key is bad",
      withKey(linked(CALL, KEYS.stranger), KEYS.whole),
    ),
    {
      it: "answers a browser with 405 and no word of the key",
      needs: "rig",
      ask: linked({ ...GET, headers: { accept: "text/html" } }, KEYS.whole),
      status: 405,
      headers: KEPT_BY_NOBODY,
      check: ({ text }) => assert.doesNotMatch(text, /jf_live_/),
    },
    refused("answers a browser that has a bad link with 401", linked(GET, KEYS.stranger), {
      id: null,
    }),
    {
      it: "answers a preflight",
      ask: {
        method: "OPTIONS",
        path: `/mcp/k/${KEYS.whole}`,
        headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
      },
      status: 204,
    },
    {
      it: "serves nothing at a link with a slash at its end, and says nothing of the key",
      needs: "rig",
      ask: { ...PING, path: `/mcp/k/${KEYS.whole}/` },
      status: 404,
      headers: { ...KEPT_BY_NOBODY },
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 16))),
    },
    {
      it: "serves nothing at a link without a key",
      ask: { ...PING, path: "/mcp/k/" },
      status: 404,
    },
    {
      it: "serves nothing below a link, and says nothing of the key",
      needs: "rig",
      ask: { path: `/mcp/k/${KEYS.whole}/.well-known/oauth-protected-resource` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 16))),
    },
  ],
};
