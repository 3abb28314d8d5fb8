import { deriveSecret } from "../fixtures/platform/keys.ts";
import { respondJson, type UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import type { TriggerFixture } from "./trigger-fixture.ts";

export const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
export const HOUR = 3_600_000;
export const LIST = { tool: "notes.list_notes" };
export const ERRORS = {
  invalidParams: -32602,
  notFound: -32011,
  forbidden: -32012,
  exhausted: -32013,
  unsupported: -32014,
  callback: -32015,
};

/** Confirms verifications, and answers all other requests with the notes. */
export const confirming =
  (notes: readonly object[] = [], status = 204): UpstreamHandler =>
  (received, response) => {
    if (!received.url.startsWith("/receive")) return respondJson(notes)(received, response);
    const { challenge } = JSON.parse(received.body);
    return challenge === undefined
      ? respondJson({}, status)(received, response)
      : respondJson({ challenge })(received, response);
  };

/** Calls a method as a client of MCP 2026-07-28. */
export async function callMethod(
  fixture: TriggerFixture,
  method: string,
  params: object,
  key = "whole",
): Promise<any> {
  const version = "2026-07-28";
  const response = await fixture.request("POST", "/mcp", {
    headers: {
      authorization: `Bearer ${deriveSecret(key)}`,
      "content-type": "application/json",
      "mcp-protocol-version": version,
      "mcp-method": method,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientCapabilities": { events: {} },
        },
      },
    }),
  });
  return response.json();
}

export const createDelivery = (fixture: TriggerFixture, overrides: object = {}) => ({
  mode: "webhook",
  url: `${fixture.upstream.origin}/receive`,
  secret: SECRET,
  ...overrides,
});

/** Subscribes to the new notes. */
export const subscribe = (fixture: TriggerFixture, overrides: object = {}, key?: string) =>
  callMethod(
    fixture,
    "events/subscribe",
    { name: "items.new", arguments: LIST, delivery: createDelivery(fixture), ...overrides },
    key,
  );

export const readDeliveries = (fixture: TriggerFixture) =>
  fixture.requestsTo("/receive").filter(({ body }) => JSON.parse(body).eventId !== undefined);
