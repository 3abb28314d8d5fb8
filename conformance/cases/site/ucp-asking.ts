import assert from "node:assert/strict";
import type { Exchange, Found } from "../../case.ts";
import { PLATFORM } from "../../rig/profiles.ts";
import { SELLS_HEADER } from "../../rig/site.ts";
import type { Answered, Asking } from "../../targets/target.ts";

/** Where UCP is. */
export const UCP = "/agent/commerce/ucp";
export const SESSIONS = `${UCP}/checkout-sessions`;

const agent = (profile: string) => ({ "ucp-agent": `profile="${profile}"` });

/** A request as a UCP platform sends it. An empty header is one to be left out. */
export function asking(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Asking {
  const all = {
    ...agent(`${PLATFORM}/2026-04-08`),
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
export const linesOf = (...ids: string[]) => ({
  line_items: ids.map((id) => ({ item: { id }, quantity: 1 })),
});

/** What an answer says. */
export const said = ({ text }: Pick<Answered, "text">): any => JSON.parse(text);

/** A checkout that is new, made over UCP. */
export async function opened({ ask }: Found, body: unknown = linesOf("reel-tape")): Promise<any> {
  const answer = await ask(asking("POST", SESSIONS, body));
  assert.equal(answer.status, 201, answer.text);
  return said(answer);
}

/** That a fault of the protocol's has this code, and says something. */
export const isFault =
  (code: string, content = /\w{2}/) =>
  (answer: Answered): void => {
    const { code: found, content: text, ...more } = said(answer);
    assert.deepEqual([found, more], [code, {}]);
    assert.match(text, content);
  };

/** That there is nothing of what was asked for, because of this. */
export const isRefusal =
  (code: string, path?: string) =>
  (answer: Answered): void => {
    const { ucp, messages } = said(answer);
    assert.deepEqual(
      [ucp.status, messages[0].type, messages[0].code, messages[0].severity, messages[0].path],
      ["error", "error", code, "unrecoverable", path],
    );
  };

type Make = (found: Found) => Asking | Promise<Asking>;
const headed =
  (make: Make, headers: Readonly<Record<string, string>>) =>
  async (found: Found): Promise<Asking> => {
    const made = await make(found);
    const all = { ...made.headers, ...headers };
    return {
      ...made,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    };
  };
const by = (make: Make, path: string) =>
  headed(make, { ...agent(`${PLATFORM}${path}`), [SELLS_HEADER]: "to-the-known" });

/** What holds for each binding of UCP, however it is asked soundly; `takesBody` where it is asked with one. */
export function everyUcp(
  make: Make,
  { takesBody, status = 200 }: { takesBody: boolean; status?: number },
): [Exchange, ...Exchange[]] {
  return [
    {
      it: "refuses a request that does not say who asks",
      needs: "rig",
      ask: headed(make, { "ucp-agent": "" }),
      status: 400,
      mediaType: "application/json",
      check: isFault("invalid_profile_url", /UCP-Agent.*required/),
    },
    {
      it: "refuses a platform whose profile is no https address",
      needs: "rig",
      ask: headed(make, agent("http://platform.example/")),
      status: 400,
      check: isFault("invalid_profile_url"),
    },
    {
      it: "refuses a UCP-Agent that is no dictionary",
      needs: "rig",
      ask: headed(make, { "ucp-agent": `${PLATFORM}/2026-04-08` }),
      status: 400,
      check: isFault("invalid_profile_url"),
    },
    {
      it: "gives back the request's own id",
      needs: "rig",
      ask: headed(make, { "request-id": "0b9f7a52-0f4f-4d3a-9f0d-3a5f2f3f9a11" }),
      status,
      headers: {
        "request-id": "0b9f7a52-0f4f-4d3a-9f0d-3a5f2f3f9a11",
        "cache-control": "no-store",
      },
    },
    {
      it: "answers a platform by the version of its profile",
      needs: "rig",
      ask: by(make, "/2026-08-25"),
      status,
      check: (answer) => assert.equal(said(answer).ucp.version, "2026-08-25"),
    },
    {
      it: "refuses a platform whose profile can't be fetched",
      needs: "rig",
      ask: by(make, "/slow"),
      status: 424,
      check: isFault("profile_unreachable"),
    },
    {
      it: "refuses a platform whose profile is none",
      needs: "rig",
      ask: by(make, "/html"),
      status: 422,
      check: isFault("profile_malformed"),
    },
    {
      it: "refuses a platform of a version that is not served",
      needs: "rig",
      ask: by(make, "/old"),
      status: 422,
      check: isFault("version_unsupported", /2026-04-08 and 2026-08-25/),
    },
    {
      it: "has nothing for a platform that does not share the capability",
      needs: "rig",
      ask: by(make, "/idle"),
      status: 200,
      check: isRefusal("capabilities_incompatible"),
    },
    {
      it: "refuses a client that has used up its rate",
      spent: true,
      ask: make,
      status: 429,
      headers: { "retry-after": "1", ratelimit: '"client";r=0;t=1' },
      check: isFault("rate_limited"),
    },
    {
      it: "tells nothing of an unexpected fault",
      fault: 500,
      ask: make,
      status: 500,
      check: isFault("internal_error"),
    },
    {
      it: "says when the payment provider can't be reached",
      fault: 503,
      ask: make,
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: isFault("service_unavailable"),
    },
    ...(takesBody ? bodies(make) : []),
  ];
}

const UNPROXIED = "Prism parses bodies by itself";

function bodies(make: Make): Exchange[] {
  const sent =
    (body: string | Uint8Array) =>
    async (found: Found): Promise<Asking> => ({ ...(await make(found)), body });
  return [
    {
      it: "refuses a body of ten megabytes",
      needs: "rig",
      unproxied: UNPROXIED,
      ask: sent(`{"a":"${"a".repeat(10_000_000)}"}`),
      status: 413,
      check: isFault("request_too_large"),
    },
    {
      it: "refuses a body that is not UTF-8",
      needs: "rig",
      unproxied: UNPROXIED,
      ask: sent(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
      status: 400,
      check: isFault("invalid_request"),
    },
    {
      it: "refuses a body that is no JSON",
      needs: "rig",
      unproxied: UNPROXIED,
      ask: sent("{"),
      status: 400,
      check: isFault("invalid_request"),
    },
    {
      it: "refuses a body that is no object",
      needs: "rig",
      unproxied: UNPROXIED,
      ask: sent("[]"),
      status: 400,
      check: isFault("invalid_request"),
    },
    {
      it: "refuses a body that is nested without end",
      needs: "rig",
      unproxied: UNPROXIED,
      ask: sent(`{"line_items":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
      status: 400,
      check: isFault("invalid_request"),
    },
  ];
}
