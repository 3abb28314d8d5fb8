import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import type { Exchange, PlatformContext } from "../../case.ts";
import { listToolNames } from "../../services/spec.ts";
import type { TestRequest } from "../../targets/target.ts";
import { LEGACY_VERSION, legacyRequest, MODERN_VERSION, modernRequest } from "../mcp-messages.ts";

type PlatformExchange = Exchange<PlatformContext>;

/** The MCP tools of the spec, sorted by name. */
export const TOOL_NAMES = listToolNames(table);

const ERAS = { [LEGACY_VERSION]: legacyRequest, [MODERN_VERSION]: modernRequest } as const;
/** The exchange in the legacy and in the modern era of MCP. */
export const inBothEras = (
  it: string,
  createExchange: (request: typeof legacyRequest) => Omit<PlatformExchange, "it">,
): PlatformExchange[] =>
  Object.entries(ERAS).map(([era, request]) => ({
    it: `${it} (${era})`,
    ...createExchange(request as typeof legacyRequest),
  }));
export const parseResult = (text: string) => JSON.parse(text).result;

/** The headers of every response to a request whose path may contain an API key. */
export const NO_STORE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
} as const;

/**
 * A request that is rejected before any tool runs. The response is a JSON-RPC error with the
 * problem as its data.
 */
export const rejectedExchange = (
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

export const PING = legacyRequest("ping");
export const CALL = legacyRequest("tools/call", {
  name: "search_apps",
  arguments: { search: "atlas" },
});
export const GET: TestRequest = { path: "/mcp" };
