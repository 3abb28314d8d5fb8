import type { SiteContext } from "../../case.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { endPayment, newIdempotencyKey } from "./checkout-helpers.ts";

/** The path that creates sessions. */
export const SESSIONS_PATH = "/agent/commerce/acp/checkout_sessions";

export const VERSION = "2026-04-17";

/**
 * Returns a POST with the headers that ACP requires and a new idempotency key. The value `""` omits
 * a header.
 */
export function postRequest(
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): TestRequest {
  const all = {
    "api-version": VERSION,
    "idempotency-key": newIdempotencyKey(),
    "content-type": "application/json",
    ...headers,
  };
  return {
    method: "POST",
    path,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    ...(body !== undefined && {
      body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  };
}

/** Returns a GET of a session with the headers that ACP requires. */
export const getRequest = (
  id: string,
  headers: Readonly<Record<string, string>> = {},
): TestRequest => ({
  path: `${SESSIONS_PATH}/${id}`,
  headers: { "api-version": VERSION, ...headers },
});

/** Returns the body that creates a session of one offer. `extra` adds fields. */
export const oneItemBody = (id: string, extra: object = {}): object => ({
  line_items: [{ id, quantity: 1 }],
  capabilities: {},
  ...extra,
});

/** Parses the body of a response. */
export const parseResponse = ({ text }: TestResponse): any => JSON.parse(text);

/** Creates a session over ACP. If `state` is set, its payment ends in that state. */
export async function createSession({ send }: SiteContext, state?: string): Promise<any> {
  const created = parseResponse(await send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"))));
  if (state) await endPayment({ send }, created, state);
  return created;
}
