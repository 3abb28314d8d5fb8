import assert from "node:assert/strict";
import { type Exchange, type Exchanges, skip } from "../../case.ts";
import { fails, gives } from "../mcp-answers.ts";
import { LEGACY, legacy, MODERN, modern, posted } from "../mcp-messages.ts";
import { initialize, protocolExchanges } from "../mcp-protocol.ts";
import { toolExchanges } from "./mcp-tools.ts";

const search = (q: unknown) => ({ name: "search_pages", arguments: { q } });

const accepting = (accept: string): Exchange =>
  gives(`answers JSON to Accept ${accept || "missing"}`, withAccept(accept), ({ tools }) =>
    assert.ok(tools.length > 0),
  );

function withAccept(accept: string) {
  const asking = legacy("tools/list");
  const { accept: _, ...headers } = asking.headers!;
  return { ...asking, headers: accept ? { ...headers, accept } : headers };
}

/** Refused while no page of that origin may call; an operator may let every origin in, and says so in the answer. */
const EVIL_ORIGIN: Exchange = {
  it: "refuses a page of another origin",
  ask: async ({ ask }) => {
    const asking = legacy("ping", {}, { origin: "https://evil.example" });
    if ((await ask(asking)).status === 200)
      skip("this deployment lets the pages of every origin in");
    return asking;
  },
  status: 403,
};

/** The protocol of /mcp, both eras (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). */
export const mcpExchanges: Exchanges = {
  "/mcp": [
    {
      it: "answers a preflight before anything else",
      ask: async ({ info }) => ({
        method: "OPTIONS",
        path: "/mcp",
        headers: {
          origin: new URL(info.url).origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "mcp-protocol-version",
        },
      }),
      status: 204,
      headers: {
        "access-control-allow-methods": /POST/,
        "access-control-allow-headers": /authorization.*mcp-protocol-version.*mcp-method/,
        "access-control-allow-origin": /^https?:/,
      },
    },
    {
      it: "lets the site's own pages read its answers, failures too",
      ask: ({ info }) => posted("{", { origin: new URL(info.url).origin }),
      status: 400,
      headers: { "access-control-allow-origin": /^https?:/, vary: /origin/i },
    },
    EVIL_ORIGIN,
    ...protocolExchanges,
    {
      it: "refuses a sandboxed page",
      ask: legacy("ping", {}, { origin: "null" }),
      status: 403,
      needs: "rig",
    },
    {
      it: "refuses a host that is not its own",
      needs: "rig",
      ask: legacy("ping", {}, { host: "evil.example" }),
      status: 403,
    },

    accepting("*/*"),
    accepting("application/json"),
    accepting("text/event-stream"),
    accepting("text/html"),
    accepting(""),

    fails("refuses a body that is not JSON", posted("{"), 400, -32700),
    {
      it: "refuses a body of over one MiB",
      ask: () => legacy("tools/call", search("a".repeat(1 << 20))),
      status: 413,
    },
    {
      it: "takes a body of just under one MiB, and refuses only what is in it",
      ask: () => legacy("tools/call", search("a".repeat((1 << 20) - 300))),
      status: 200,
    },
    gives(
      "ignores a session id",
      legacy("ping", {}, { "mcp-session-id": "made-up" }),
      (result, { headers }) => {
        assert.deepEqual(result, {});
        assert.equal(headers["mcp-session-id"], undefined);
      },
    ),

    gives(
      "answers initialize with the revision that was asked for",
      initialize(LEGACY),
      (result) => {
        assert.equal(result.protocolVersion, LEGACY);
        assert.ok(result.capabilities.tools);
        assert.ok(result.instructions.length > 50 && result.instructions.length < 2000);
        assert.equal(typeof result.serverInfo.name, "string");
      },
    ),
    gives(
      "answers initialize with its own revision where it does not know the one asked for",
      initialize("1999-01-01"),
      ({ protocolVersion }) => assert.equal(protocolVersion, LEGACY),
    ),

    gives("answers server/discover", modern("server/discover"), (result) => {
      assert.deepEqual(result.supportedVersions, [MODERN]);
      assert.ok(result.capabilities.tools);
      assert.ok(result.instructions.length > 50);
      assert.deepEqual(
        [result.resultType, typeof result.ttlMs, result.cacheScope],
        ["complete", "number", "public"],
      );
    }),
    gives(
      "says in each modern result who answers and that it is complete",
      modern("tools/call", search("a")),
      (result) => {
        assert.equal(result.resultType, "complete");
        assert.equal(typeof result._meta["io.modelcontextprotocol/serverInfo"].name, "string");
      },
    ),
    fails(
      "refuses a name header that says something else",
      modern("tools/call", search("a"), { "mcp-name": "read_page" }),
      400,
      -32020,
    ),
    fails(
      "refuses a missing name header",
      modern("tools/call", search("a"), { "mcp-name": "" }),
      400,
      -32020,
    ),
    gives(
      "takes a name header in base64",
      modern("tools/call", search("a"), { "mcp-name": "=?base64?c2VhcmNoX3BhZ2Vz?=" }),
      (result) => assert.ok(!result.isError),
    ),
    ...toolExchanges,
  ],
};
