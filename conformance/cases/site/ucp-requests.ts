import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { PLATFORM_ORIGIN } from "../../fixtures/ucp-profiles.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";

/** The path of the UCP operations. */
export const UCP_PATH = "/agent/commerce/ucp";
export const SESSIONS_PATH = `${UCP_PATH}/checkout-sessions`;

const agentHeader = (profile: string) => ({ "ucp-agent": `profile="${profile}"` });

/** Returns a request with the headers that a UCP platform sends. The value `""` omits a header. */
export function ucpRequest(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): TestRequest {
  const all = {
    ...agentHeader(`${PLATFORM_ORIGIN}/2026-04-08`),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
  };
  return {
    method,
    path,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    ...(body !== undefined && {
      body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  };
}

/** Returns a body with one line item for each ID, each with a quantity of one. */
export const lineItems = (...ids: string[]) => ({
  line_items: ids.map((id) => ({ item: { id }, quantity: 1 })),
});

/** Parses the body of a response. */
export const parseResponse = ({ text }: Pick<TestResponse, "text">): any => JSON.parse(text);

/** Creates a session over UCP. */
export async function createUcpSession(
  { send }: SiteContext,
  body: unknown = lineItems("reel-tape"),
): Promise<any> {
  const response = await send(ucpRequest("POST", SESSIONS_PATH, body));
  assert.equal(response.status, 201, response.text);
  return parseResponse(response);
}

/** Checks that the response is a UCP protocol error with this code and content. */
export const assertUcpError =
  (code: string, content = /\w{2}/) =>
  (response: TestResponse): void => {
    const { code: actualCode, content: text, ...more } = parseResponse(response);
    assert.deepEqual([actualCode, more], [code, {}]);
    assert.match(text, content);
  };

/** Checks that the response is a UCP error message with this code and path. */
export const assertUcpErrorMessage =
  (code: string, path?: string) =>
  (response: TestResponse): void => {
    const { ucp, messages } = parseResponse(response);
    assert.deepEqual(
      [ucp.status, messages[0].type, messages[0].code, messages[0].severity, messages[0].path],
      ["error", "error", code, "unrecoverable", path],
    );
  };

type MakeRequest = (context: SiteContext) => TestRequest | Promise<TestRequest>;
const withRequestHeaders =
  (make: MakeRequest, headers: Readonly<Record<string, string>>) =>
  async (context: SiteContext): Promise<TestRequest> => {
    const request = await make(context);
    const all = { ...request.headers, ...headers };
    return {
      ...request,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    };
  };
const withPath = (make: MakeRequest, path: string) =>
  withRequestHeaders(make, {
    ...agentHeader(`${PLATFORM_ORIGIN}${path}`),
    [SHOP_HEADER]: "profiles",
  });

/**
 * Returns the exchanges that apply to every UCP operation. `make` returns a valid request. Set
 * `takesBody` if it has a body.
 */
export function commonUcpExchanges(
  make: MakeRequest,
  { takesBody, status = 200 }: { takesBody: boolean; status?: number },
): [Exchange, ...Exchange[]] {
  return [
    {
      it: "rejects a request without UCP-Agent",
      requires: "fixture",
      request: withRequestHeaders(make, { "ucp-agent": "" }),
      status: 400,
      mediaType: "application/json",
      check: assertUcpError("invalid_profile_url", /UCP-Agent.*required/),
    },
    {
      it: "rejects a platform whose profile URL isn't HTTPS",
      requires: "fixture",
      request: withRequestHeaders(make, agentHeader("http://platform.example/")),
      status: 400,
      check: assertUcpError("invalid_profile_url"),
    },
    {
      it: "rejects a UCP-Agent that isn't a dictionary",
      requires: "fixture",
      request: withRequestHeaders(make, { "ucp-agent": `${PLATFORM_ORIGIN}/2026-04-08` }),
      status: 400,
      check: assertUcpError("invalid_profile_url"),
    },
    {
      it: "echoes the request ID",
      requires: "fixture",
      request: withRequestHeaders(make, { "request-id": "0b9f7a52-0f4f-4d3a-9f0d-3a5f2f3f9a11" }),
      status,
      headers: {
        "request-id": "0b9f7a52-0f4f-4d3a-9f0d-3a5f2f3f9a11",
        "cache-control": "no-store",
      },
    },
    {
      it: "responds in the version of the platform's profile",
      requires: "fixture",
      request: withPath(make, "/2026-08-25"),
      status,
      check: (response) => assert.equal(parseResponse(response).ucp.version, "2026-08-25"),
    },
    {
      it: "rejects a platform whose profile is unreachable",
      requires: "fixture",
      request: withPath(make, "/slow"),
      status: 424,
      check: assertUcpError("profile_unreachable"),
    },
    {
      it: "rejects a platform whose profile is malformed",
      requires: "fixture",
      request: withPath(make, "/html"),
      status: 422,
      check: assertUcpError("profile_malformed"),
    },
    {
      it: "rejects a platform with an unsupported version",
      requires: "fixture",
      request: withPath(make, "/old"),
      status: 422,
      check: assertUcpError("version_unsupported", /2026-04-08 and 2026-08-25/),
    },
    {
      it: "returns an error message to a platform without the capability",
      requires: "fixture",
      request: withPath(make, "/idle"),
      status: 200,
      check: assertUcpErrorMessage("capabilities_incompatible"),
    },
    {
      it: "rejects a client that has exceeded its rate limit",
      rateLimited: true,
      request: make,
      status: 429,
      headers: { "retry-after": "1", ratelimit: '"client";r=0;t=1' },
      check: assertUcpError("rate_limited"),
    },
    {
      it: "reveals nothing about an unexpected error",
      fault: 500,
      request: make,
      status: 500,
      check: assertUcpError("internal_error"),
    },
    {
      it: "returns 503 while the payment provider is unavailable",
      fault: 503,
      request: make,
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: assertUcpError("service_unavailable"),
    },
    ...(takesBody ? bodyExchanges(make) : []),
  ];
}

const PRISM_PARSES_BODIES = "Prism parses the body before it forwards the request";

function bodyExchanges(make: MakeRequest): Exchange[] {
  const withBody =
    (body: string | Uint8Array) =>
    async (context: SiteContext): Promise<TestRequest> => ({ ...(await make(context)), body });
  return [
    {
      it: "rejects a body of 10 MB",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: withBody(`{"a":"${"a".repeat(10_000_000)}"}`),
      status: 413,
      check: assertUcpError("request_too_large"),
    },
    {
      it: "rejects a body that isn't UTF-8",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: withBody(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
      status: 400,
      check: assertUcpError("invalid_request"),
    },
    {
      it: "rejects a body that is declared as text",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: withRequestHeaders(make, { "content-type": "text/plain" }),
      status: 400,
      check: assertUcpError("invalid_request", /^content-type: /),
    },
    {
      it: "rejects a body that isn't JSON",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: withBody("{"),
      status: 400,
      check: assertUcpError("invalid_request"),
    },
    {
      it: "rejects a body that isn't an object",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: withBody("[]"),
      status: 400,
      check: assertUcpError("invalid_request"),
    },
    {
      it: "rejects a deeply nested body",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: withBody(`{"line_items":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
      status: 400,
      check: assertUcpError("invalid_request"),
    },
  ];
}
