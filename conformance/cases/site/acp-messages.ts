import assert from "node:assert/strict";
import type { Exchange, Found } from "../../case.ts";
import { END_PATH } from "../../rig/payments.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { newKey } from "./checkouts.ts";

/** Where sessions are created. */
export const SESSIONS = "/agent/commerce/acp/checkout_sessions";

export const VERSION = "2026-04-17";

/** A POST as ACP wants it, with a key of its own. An empty header is one to be left out. */
export function posted(
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Asking {
  const all = {
    "api-version": VERSION,
    "idempotency-key": newKey(),
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

/** A GET as ACP wants it. */
export const got = (id: string, headers: Readonly<Record<string, string>> = {}): Asking => ({
  path: `${SESSIONS}/${id}`,
  headers: { "api-version": VERSION, ...headers },
});

/** What a new session of one offer says; more fields of it, and other ones. */
export const ofOne = (id: string, more: object = {}): object => ({
  line_items: [{ id, quantity: 1 }],
  capabilities: {},
  ...more,
});

/** What an answer says. */
export const said = ({ text }: Answered): any => JSON.parse(text);

/** A new session, made by ACP; brought to an end where a state of its payment is given. */
export async function session({ ask }: Found, state?: string): Promise<any> {
  const made = said(await ask(posted(SESSIONS, ofOne("reel-tape"))));
  if (state) await settle({ ask }, made.continue_url, state);
  return made;
}

/** Has the rig's provider bring a payment to an end. */
export async function settle(
  { ask }: Pick<Found, "ask">,
  url: string,
  state: string,
): Promise<void> {
  const body = new URLSearchParams({ payment: url.split("/").at(-1)!, state }).toString();
  await ask({
    method: "POST",
    path: END_PATH,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });
}

/** That the answer is ACP's error of this code, about this part of the body. */
export const fails =
  (code: string, param?: string) =>
  (answer: Answered): void => {
    const { type, ...error } = said(answer);
    assert.deepEqual([error.code, error.param], [code, param], answer.text);
    assert.equal(
      type,
      answer.status === 503
        ? "service_unavailable"
        : answer.status === 500
          ? "processing_error"
          : "invalid_request",
    );
    assert.ok(error.message.length > 10);
  };

/** Each body with what it is refused with. */
export const refusals = (
  path: (found: Found) => string | Promise<string>,
  bodies: readonly [it: string, body: unknown, code: string, param?: string][],
): Exchange[] =>
  bodies.map(([it, body, code, param]) => ({
    it: `refuses ${it}`,
    needs: "rig",
    ask: async (found) => posted(await path(found), body),
    status: 400,
    check: fails(code, param),
  }));

/** What holds for every POST of ACP; `body` is one that is taken. */
export function ofEveryPost(
  path: (found: Found) => string | Promise<string>,
  body: object,
  other: object,
  status = 200,
): Exchange[] {
  const ask =
    (headers: Readonly<Record<string, string>>, sent: unknown = body) =>
    async (found: Found) =>
      posted(await path(found), sent, headers);
  const again = async (found: Found, sent: unknown): Promise<Asking> => {
    const [at, key] = [await path(found), newKey()];
    await found.ask(posted(at, body, { "idempotency-key": key }));
    return posted(at, sent, { "idempotency-key": key });
  };
  const isVersions = (code: string) => (answer: Answered) => (
    fails(code)(answer), assert.deepEqual(said(answer).supported_versions, [VERSION])
  );
  return [
    {
      it: "refuses a missing version, and says which there are",
      needs: "rig",
      ask: ask({ "api-version": "" }),
      status: 400,
      check: isVersions("missing_api_version"),
    },
    {
      it: "refuses a version that is not served",
      needs: "rig",
      ask: ask({ "api-version": "2025-09-29" }),
      status: 400,
      check: isVersions("unsupported_api_version"),
    },
    {
      it: "refuses an unserved version before it looks at the body",
      needs: "rig",
      ask: ask({ "api-version": "2025-09-29" }, { strange: 1 }),
      status: 400,
      check: fails("unsupported_api_version"),
    },
    {
      it: "refuses a missing key",
      needs: "rig",
      ask: ask({ "idempotency-key": "" }),
      status: 400,
      check: fails("idempotency_key_required"),
    },
    {
      it: "refuses a key of 256 characters",
      needs: "rig",
      ask: ask({ "idempotency-key": "a".repeat(256) }),
      status: 400,
      check: fails("invalid"),
    },
    {
      it: "refuses a body that is no JSON",
      needs: "rig",
      unproxied: "Prism gives no answer to such a body",
      ask: ask({}, "{"),
      status: 400,
      check: fails("invalid"),
    },
    {
      it: "refuses a body that is a list",
      needs: "rig",
      ask: ask({}, "[]"),
      status: 400,
      check: fails("invalid"),
    },
    {
      it: "refuses a body that is not UTF-8",
      needs: "rig",
      unproxied: "Prism does not pass such bytes on",
      ask: ask({}, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      status: 400,
      check: fails("invalid"),
    },
    {
      it: "refuses a body that is larger than is read",
      needs: "rig",
      unproxied: "Prism reads no body of this size",
      ask: ask({}, { order_notes: "a".repeat(1.5 * 1024 * 1024) }),
      status: 413,
      check: fails("body_too_large"),
    },
    {
      it: "gives the same answer to the same key, and says so",
      needs: "rig",
      ask: (found) => again(found, body),
      status,
      headers: { "idempotent-replayed": "true", "idempotency-key": /^key-/ },
    },
    {
      it: "refuses a key that was used with another body",
      needs: "rig",
      ask: (found) => again(found, other),
      status: 422,
      headers: { "idempotency-key": /^key-/ },
      check: fails("idempotency_conflict"),
    },
    {
      it: "gives back the request's own id and key",
      needs: "rig",
      ask: ask({
        "request-id": "request_id_123",
        "idempotency-key": "key-of-my-own",
        "api-version": "1999-01-01",
      }),
      status: 400,
      headers: { "request-id": "request_id_123", "idempotency-key": "key-of-my-own" },
    },
    {
      it: "refuses a client that has used up its rate",
      spent: true,
      ask: ask({}),
      status: 429,
      headers: { "retry-after": "1" },
      check: fails("rate_limited"),
    },
    {
      it: "tells nothing of an unexpected fault",
      fault: 500,
      ask: ask({}),
      status: 500,
      check: fails("internal"),
    },
    {
      it: "says when the payment provider can't be reached",
      fault: 503,
      ask: ask({}),
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: fails("payments_unavailable"),
    },
  ];
}
