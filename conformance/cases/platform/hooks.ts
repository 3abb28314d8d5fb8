import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { Exchanges, PlatformContext } from "../../case.ts";
import type { TestRequest } from "../../targets/target.ts";
import { callApi } from "./actions.ts";
import { eventTriggerInput } from "./trigger-cases.ts";

const SECRET = "a secret of the sender";
const BODY = '{"action":"opened"}';
const UNKNOWN = `/hooks/${"a".repeat(38)}`;

/** Creates a webhook trigger, and a request to its address. */
async function createRequest(
  context: Pick<PlatformContext, "send">,
  { body = BODY, signed }: { readonly body?: string; readonly signed?: string } = {},
): Promise<TestRequest> {
  const { value } = await callApi(
    context,
    "POST",
    "/triggers",
    eventTriggerInput({ watch: { kind: "webhook", scheme: "github", secret: SECRET } }),
  );
  const signature = createHmac("sha256", SECRET)
    .update(signed ?? body)
    .digest("hex");
  return {
    method: "POST",
    path: new URL(value.trigger.address.url).pathname,
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": crypto.randomUUID(),
      "x-hub-signature-256": `sha256=${signature}`,
    },
    body,
  };
}

/** The addresses of webhook triggers. */
export const hookExchanges: Exchanges<PlatformContext> = {
  "/hooks/{address}": [
    {
      it: "accepts a signed request",
      requires: "fixture",
      request: createRequest,
      status: 202,
      mediaType: "application/json",
      check({ text }) {
        const { events, duplicates } = JSON.parse(text);
        assert.match(events[0], /^evt_/);
        assert.deepEqual(duplicates, []);
      },
    },
    {
      it: "accepts a delivery once",
      requires: "fixture",
      request: async (context) => {
        const request = await createRequest(context);
        await context.send(request);
        return request;
      },
      status: 200,
      check: ({ text }) => assert.deepEqual(JSON.parse(text).events, []),
    },
    {
      it: "refuses a changed body",
      requires: "fixture",
      request: (context) => createRequest(context, { signed: `${BODY} ` }),
      status: 401,
      check: ({ text }) => assert.deepEqual(JSON.parse(text), { error: "signature_mismatch" }),
    },
    {
      it: "refuses a body over 1 MiB",
      requires: "fixture",
      request: (context) => createRequest(context, { body: JSON.stringify("a".repeat(1 << 20)) }),
      status: 413,
    },
    {
      it: "responds to GET without an event",
      requires: "fixture",
      request: async (context) => ({ path: (await createRequest(context)).path }),
      status: 200,
      check: ({ text }) => assert.equal(text, ""),
    },
    {
      it: "reports that the triggers can't be read",
      requires: "fixture",
      request: {
        method: "POST",
        path: UNKNOWN,
        headers: { "fixture-fault": "storage" },
        body: "{}",
      },
      status: 503,
      headers: { "retry-after": /\d+/ },
    },
    {
      it: "knows no other address",
      request: { method: "POST", path: UNKNOWN, body: "{}" },
      status: 404,
      mediaType: "application/json",
    },
    {
      it: "treats a malformed address like an unknown one",
      request: { method: "POST", path: "/hooks/short", body: "{}" },
      status: 404,
      check: ({ text }) => assert.deepEqual(JSON.parse(text), { error: "not_found" }),
    },
  ],
  "/hooks/app/{app}": [
    {
      it: "treats an app that isn't set up like an unknown address",
      request: { method: "POST", path: "/hooks/app/slack", body: "{}" },
      status: 404,
      mediaType: "application/json",
      check: ({ text }) => assert.deepEqual(JSON.parse(text), { error: "not_found" }),
    },
    {
      it: "treats the handshake of an app that isn't set up like any other request",
      request: { path: "/hooks/app/slack?challenge=1" },
      status: 404,
      check: ({ text }) => assert.deepEqual(JSON.parse(text), { error: "not_found" }),
    },
    {
      it: "treats a malformed name like an unknown app",
      request: { method: "POST", path: "/hooks/app/a%20b", body: "{}" },
      status: 404,
      check: ({ text }) => assert.deepEqual(JSON.parse(text), { error: "not_found" }),
    },
    {
      it: "accepts no other method",
      request: { method: "PUT", path: "/hooks/app/slack", body: "{}" },
      status: 405,
      headers: { allow: /\bPOST\b/ },
    },
    {
      it: "knows no other app",
      request: { method: "POST", path: "/hooks/app/unknown", body: "{}" },
      status: 404,
      check: ({ text }) => assert.deepEqual(JSON.parse(text), { error: "not_found" }),
    },
  ],
};
