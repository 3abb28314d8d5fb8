import type { Exchange } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { PLATFORM_ORIGIN } from "../../fixtures/ucp-profiles.ts";
import { legacyRequest } from "../mcp-messages.ts";
import { newIdempotencyKey } from "./checkout-callbacks.ts";
import { CHECKOUT, callTool, expectFault, toolCall, toUcpPath } from "./ucp-mcp-calls.ts";
import { createUcpSession, lineItems } from "./ucp-requests.ts";

/** Requests that UCP over MCP answers with a protocol error. */
export const ucpMcpFaults: readonly Exchange[] = [
  expectFault(
    "rejects a different request with the same idempotency key",
    async (context) => {
      const key = newIdempotencyKey();
      await callTool(context, "create_checkout", CHECKOUT, { key });
      return toolCall("create_checkout", { checkout: lineItems("desk-license") }, { key });
    },
    { status: 409, code: -32000, fault: "idempotency_conflict" },
  ),
  expectFault(
    "rejects a change to a canceled checkout",
    async (context) => {
      const { id } = await createUcpSession(context);
      await callTool(context, "cancel_checkout", { id });
      return toolCall("update_checkout", { id, ...CHECKOUT });
    },
    { status: 409, code: -32000, fault: "checkout_not_modifiable" },
  ),
  expectFault(
    "names the argument that is invalid",
    toolCall("create_checkout", {
      checkout: { line_items: [{ item: { id: "reel-tape" }, quantity: 0 }] },
    }),
    {
      status: 200,
      code: -32602,
      fault: "invalid_request",
      content: /\$\.checkout\.line_items\[0\]\.quantity/,
    },
  ),
  expectFault(
    "names a required argument that is missing",
    toolCall("update_checkout", { id: "chk_any" }),
    { status: 200, code: -32602, fault: "invalid_request", content: /\$\.checkout/ },
  ),
  expectFault(
    "rejects an idempotency key that isn't text",
    toolCall("create_checkout", CHECKOUT, { key: 5 as never }),
    {
      status: 200,
      code: -32602,
      fault: "invalid_request",
      content: /\$\.meta\["idempotency-key"\]/,
    },
  ),
  expectFault(
    "rejects a call without metadata",
    toUcpPath(legacyRequest("tools/call", { name: "create_checkout", arguments: CHECKOUT })),
    {
      status: 400,
      code: -32001,
      fault: "invalid_profile_url",
      content: /meta\["ucp-agent"\]\.profile/,
    },
  ),
  ...["http://platform.example/", "platform", "https://user@platform.example/", ""].map((profile) =>
    expectFault(
      `rejects the profile ${JSON.stringify(profile)}`,
      toolCall("create_checkout", CHECKOUT, { profile }),
      { status: 400, code: -32001, fault: "invalid_profile_url" },
    ),
  ),
  ...(
    [
      ["/slow", 424, "profile_unreachable"],
      ["/html", 422, "profile_malformed"],
      ["/old", 422, "version_unsupported"],
    ] as const
  ).map(([path, status, fault]) =>
    expectFault(
      `rejects a platform whose profile is at ${path}`,
      toolCall("create_checkout", CHECKOUT, {
        profile: PLATFORM_ORIGIN + path,
        headers: { [SHOP_HEADER]: "profiles" },
      }),
      { status, code: -32001, fault },
    ),
  ),
  expectFault(
    "rejects a client that has exceeded its rate limit",
    toolCall("create_checkout", CHECKOUT),
    { status: 429, code: -32000, fault: "rate_limited" },
    { rateLimited: true, headers: { "retry-after": "1", ratelimit: '"client";r=0;t=1' } },
  ),
  expectFault(
    "returns 503 while the payment provider is unavailable",
    toolCall("create_checkout", CHECKOUT),
    { status: 503, code: -32000, fault: "service_unavailable" },
    { fault: 503, headers: { "retry-after": /^\d+$/ } },
  ),
  expectFault(
    "reveals nothing about an unexpected error",
    toolCall("create_checkout", CHECKOUT),
    { status: 500, code: -32603, fault: "internal_error", content: /^An internal error/ },
    { fault: 500 },
  ),
];
