import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { PLATFORM_ORIGIN } from "../../fixtures/ucp-profiles.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";

/** Where UCP is. */
export const UCP_PATH = "/agent/commerce/ucp";
export const SESSIONS_PATH = `${UCP_PATH}/checkout-sessions`;

const agentHeader = (profile: string) => ({ "ucp-agent": `profile="${profile}"` });

/** A request as a UCP platform sends it. An empty header is one to be left out. */
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

/** Lines of a checkout, one of each. */
export const lineItems = (...ids: string[]) => ({
  line_items: ids.map((id) => ({ item: { id }, quantity: 1 })),
});

/** What an answer says. */
export const parseResponse = ({ text }: Pick<TestResponse, "text">): any => JSON.parse(text);

/** A checkout that is new, made over UCP. */
export async function createUcpSession(
  { send }: SiteContext,
  body: unknown = lineItems("reel-tape"),
): Promise<any> {
  const response = await send(ucpRequest("POST", SESSIONS_PATH, body));
  assert.equal(response.status, 201, response.text);
  return parseResponse(response);
}

/** That a fault of the protocol's has this code, and says something. */
export const assertUcpFault =
  (code: string, content = /\w{2}/) =>
  (response: TestResponse): void => {
    const { code: actualCode, content: text, ...more } = parseResponse(response);
    assert.deepEqual([actualCode, more], [code, {}]);
    assert.match(text, content);
  };

/** That there is nothing of what was asked for, because of this. */
export const assertUcpRefusal =
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

/** What holds for each binding of UCP, however it is asked soundly; `takesBody` where it is asked with one. */
export function commonUcpExchanges(
  make: MakeRequest,
  { takesBody, status = 200 }: { takesBody: boolean; status?: number },
): [Exchange, ...Exchange[]] {
  return [
    {
      it: "refuses a request that does not say who asks",
      requires: "fixture",
      request: withRequestHeaders(make, { "ucp-agent": "" }),
      status: 400,
      mediaType: "application/json",
      check: assertUcpFault("invalid_profile_url", /UCP-Agent.*required/),
    },
    {
      it: "refuses a platform whose profile is no https address",
      requires: "fixture",
      request: withRequestHeaders(make, agentHeader("http://platform.example/")),
      status: 400,
      check: assertUcpFault("invalid_profile_url"),
    },
    {
      it: "refuses a UCP-Agent that is no dictionary",
      requires: "fixture",
      request: withRequestHeaders(make, { "ucp-agent": `${PLATFORM_ORIGIN}/2026-04-08` }),
      status: 400,
      check: assertUcpFault("invalid_profile_url"),
    },
    {
      it: "gives back the request's own id",
      requires: "fixture",
      request: withRequestHeaders(make, { "request-id": "0b9f7a52-0f4f-4d3a-9f0d-3a5f2f3f9a11" }),
      status,
      headers: {
        "request-id": "0b9f7a52-0f4f-4d3a-9f0d-3a5f2f3f9a11",
        "cache-control": "no-store",
      },
    },
    {
      it: "answers a platform by the version of its profile",
      requires: "fixture",
      request: withPath(make, "/2026-08-25"),
      status,
      check: (response) => assert.equal(parseResponse(response).ucp.version, "2026-08-25"),
    },
    {
      it: "refuses a platform whose profile can't be fetched",
      requires: "fixture",
      request: withPath(make, "/slow"),
      status: 424,
      check: assertUcpFault("profile_unreachable"),
    },
    {
      it: "refuses a platform whose profile is none",
      requires: "fixture",
      request: withPath(make, "/html"),
      status: 422,
      check: assertUcpFault("profile_malformed"),
    },
    {
      it: "refuses a platform of a version that is not served",
      requires: "fixture",
      request: withPath(make, "/old"),
      status: 422,
      check: assertUcpFault("version_unsupported", /2026-04-08 and 2026-08-25/),
    },
    {
      it: "has nothing for a platform that does not share the capability",
      requires: "fixture",
      request: withPath(make, "/idle"),
      status: 200,
      check: assertUcpRefusal("capabilities_incompatible"),
    },
    {
      it: "refuses a client that has used up its rate",
      rateLimited: true,
      request: make,
      status: 429,
      headers: { "retry-after": "1", ratelimit: '"client";r=0;t=1' },
      check: assertUcpFault("rate_limited"),
    },
    {
      it: "tells nothing of an unexpected fault",
      fault: 500,
      request: make,
      status: 500,
      check: assertUcpFault("internal_error"),
    },
    {
      it: "says when the payment provider can't be reached",
      fault: 503,
      request: make,
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: assertUcpFault("service_unavailable"),
    },
    ...(takesBody ? bodyExchanges(make) : []),
  ];
}

const PRISM_PARSES_BODIES = "Prism parses bodies by itself";

function bodyExchanges(make: MakeRequest): Exchange[] {
  const sent =
    (body: string | Uint8Array) =>
    async (context: SiteContext): Promise<TestRequest> => ({ ...(await make(context)), body });
  return [
    {
      it: "refuses a body of ten megabytes",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: sent(`{"a":"${"a".repeat(10_000_000)}"}`),
      status: 413,
      check: assertUcpFault("request_too_large"),
    },
    {
      it: "refuses a body that is not UTF-8",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: sent(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
      status: 400,
      check: assertUcpFault("invalid_request"),
    },
    {
      it: "refuses a body that is no JSON",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: sent("{"),
      status: 400,
      check: assertUcpFault("invalid_request"),
    },
    {
      it: "refuses a body that is no object",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: sent("[]"),
      status: 400,
      check: assertUcpFault("invalid_request"),
    },
    {
      it: "refuses a body that is nested without end",
      requires: "fixture",
      proxySkipReason: PRISM_PARSES_BODIES,
      request: sent(`{"line_items":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
      status: 400,
      check: assertUcpFault("invalid_request"),
    },
  ];
}
