import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import {
  assertAcpError,
  oneItemBody,
  parseResponse,
  postRequest,
  SESSIONS_PATH,
} from "./acp-common.ts";
import { newIdempotencyKey } from "./checkout-callbacks.ts";

/** The exchanges of idempotency keys when a session is created over ACP. */
export const idempotencyExchanges: readonly Exchange[] = [
  {
    it: "treats equal JSON values as the same body, whatever their formatting",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      await send(
        postRequest(
          SESSIONS_PATH,
          '{"line_items":[{"id":"reel-tape","quantity":1}],"capabilities":{}}',
          key,
        ),
      );
      return postRequest(
        SESSIONS_PATH,
        ' { "capabilities": {}, "line_items": [ { "quantity": 1.0, "id": "reel-tape" } ] } ',
        key,
      );
    },
    status: 201,
    headers: { "idempotent-replayed": "true" },
  },
  {
    it: "treats null and a missing field as different bodies",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      await send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key));
      return postRequest(SESSIONS_PATH, oneItemBody("reel-tape", { buyer: null }), key);
    },
    status: 422,
    check: assertAcpError("idempotency_conflict"),
  },
  {
    it: "replays a client error for the same idempotency key",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      await send(postRequest(SESSIONS_PATH, oneItemBody("valve"), key));
      return postRequest(SESSIONS_PATH, oneItemBody("valve"), key);
    },
    status: 400,
    headers: { "idempotent-replayed": "true" },
    check: assertAcpError("out_of_stock", "$.line_items[0].id"),
  },
  {
    it: "executes a retry after a server error with the same idempotency key",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      assert.equal(
        (
          await send(
            postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), {
              ...key,
              "fixture-fault": "503",
            }),
          )
        ).status,
        503,
      );
      return postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key);
    },
    status: 201,
    check: ({ headers }) => assert.equal(headers["idempotent-replayed"], undefined),
  },
  {
    it: "rejects an idempotency key whose first request is in progress",
    requires: "fixture",
    request: async ({ send }) => {
      const request = postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), {
        "fixture-shop": "slow",
      });
      void send(request).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100));
      return request;
    },
    status: 409,
    headers: { "retry-after": /^[1-9]\d*$/, "idempotency-key": /^key-/ },
    check: assertAcpError("idempotency_in_flight"),
  },
  {
    it: "creates one session for fifty concurrent requests with one idempotency key",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("desk-license")),
    status: 201,
    async check(_, { send }) {
      const request = postRequest(SESSIONS_PATH, oneItemBody("desk-license"));
      const all = await Promise.all(Array.from({ length: 50 }, () => send(request)));
      const created = all.filter(({ status }) => status === 201);
      assert.equal(new Set(created.map((response) => parseResponse(response).id)).size, 1);
      for (const response of all)
        if (response.status !== 201) assertAcpError("idempotency_in_flight")(response);
    },
  },
  {
    it: "creates separate sessions for clients that use the same idempotency key",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("desk-license"), {
      authorization: "Bearer one",
    }),
    status: 201,
    async check(_, { send }) {
      const key = newIdempotencyKey();
      const createAs = async (authorization: string) =>
        parseResponse(
          await send(
            postRequest(SESSIONS_PATH, oneItemBody("desk-license"), {
              authorization,
              "idempotency-key": key,
            }),
          ),
        ).id;
      assert.notEqual(await createAs("Bearer one"), await createAs("Bearer two"));
      assert.equal(await createAs("Bearer one"), await createAs("Bearer one"));
    },
  },
  {
    it: "scopes idempotency keys to the path",
    requires: "fixture",
    request: async (context) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      const { id } = parseResponse(
        await context.send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key)),
      );
      assert.equal(
        (await context.send(postRequest(`${SESSIONS_PATH}/${id}`, {}, key))).headers[
          "idempotent-replayed"
        ],
        undefined,
      );
      return postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key);
    },
    status: 201,
    headers: { "idempotent-replayed": "true" },
  },
];
