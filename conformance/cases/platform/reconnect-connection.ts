import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi, newIdempotencyKey, OWN_FORM, openConnectPage } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, NEEDS_CONNECT_PAGE } from "./requests.ts";
import { assertConnectLink, createActive, UNKNOWN_CONNECTION } from "./run-cases.ts";

/** Required behavior of `reconnectConnection`. */
export const reconnectConnection: CasesOf<"reconnectConnection"> = [
  {
    it: "returns a link and keeps the connection active",
    requires: "fixture",
    input: { connection: "conn_fjord_signed_in" },
    status: 200,
    check(result) {
      assertConnectLink(result);
      assert.deepEqual(
        [result.value.connection.id, result.value.connection.status],
        ["conn_fjord_signed_in", "active"],
      );
    },
  },
  {
    it: "returns a link for an expired connection",
    requires: "fixture",
    input: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.status, "expired"),
  },
  {
    it: "returns the same link for the same idempotency key",
    requires: "fixture",
    mockSkipReason: "a mock stores no requests",
    input: () => ({
      connection: "conn_fjord_signed_in",
      idempotency_key: newIdempotencyKey(),
    }),
    status: 200,
    async check({ value }, { call }) {
      const input = { connection: value.connection.id, idempotency_key: newIdempotencyKey() };
      const first = await call("reconnectConnection", input);
      assert.notEqual(first.value.url, value.url);
      assert.equal((await call("reconnectConnection", input)).value.url, first.value.url);
    },
  },
  {
    it: "rejects an idempotency key of another request",
    requires: "fixture",
    mockSkipReason: "a mock stores no requests",
    async input(context) {
      const key = { idempotency_key: newIdempotencyKey() };
      await callApi(context, "POST", "/connections/conn_fjord_signed_in/reconnect", key);
      return { connection: "conn_cumulus_old", ...key };
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "accepts another method and other scopes",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => ({
      ...(await createActive(context)),
      auth_method: "oauth2",
      scopes: ["remarks"],
      return_url: "http://localhost:3000/",
    }),
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "keeps the connection ID after the user reconnects",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: createActive,
    status: 200,
    async check({ value: { url, connection } }, context) {
      const { cookie } = await openConnectPage(context, url);
      const { status } = await context.send({
        method: "POST",
        path: new URL(url).pathname,
        headers: { ...OWN_FORM, cookie },
        body: "method=api_key&f_key=fjord_other_key",
      });
      assert.equal(status, 303);
      const { value } = await callApi(context, "GET", `/connections/${connection.id}`);
      assert.deepEqual([value.id, value.status], [connection.id, "active"]);
    },
  },
  {
    it: "rejects a method that the app doesn't offer",
    requires: "fixture",
    mockSkipReason: "a mock has no apps",
    input: { connection: "conn_fjord_signed_in", auth_method: "basic" },
    status: 400,
    problem: "method_not_offered",
    check: assertPointer("/auth_method"),
  },
  {
    it: "rejects a return_url whose origin isn't allowed",
    requires: "fixture",
    mockSkipReason: "a mock has no allowed origins",
    input: { connection: "conn_fjord_signed_in", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "explains how to configure a missing OAuth client",
    requires: "fixture",
    input: { connection: "conn_atlas_work" },
    status: 409,
    problem: "app_not_configured",
  },
  {
    it: "rejects an unknown connection",
    requires: "fixture",
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides another user's connection",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_signed_in" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an empty list of scopes",
    requires: "fixture",
    input: { ...UNKNOWN_CONNECTION, scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_CONNECTION, auth_method: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"reconnectConnection">(
    { connection: "conn_fjord_signed_in" },
    { permission: "connect", rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];
