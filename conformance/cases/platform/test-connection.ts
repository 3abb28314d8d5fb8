import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_HAS_NO_CONNECTIONS } from "./requests.ts";
import { assertNoSecret, createPending, UNKNOWN_CONNECTION } from "./run-cases.ts";

/** Required behavior of `testConnection`. */
export const testConnection: CasesOf<"testConnection"> = [
  {
    it: "sends a read request with the credentials of an API key connection",
    requires: "fixture",
    input: { connection: "conn_fjord_main" },
    status: 200,
    output: { ok: true, tried: "requested", detail: "Fjord accepted the credentials." },
    check: assertNoSecret,
  },
  {
    it: "returns null if the app has no test",
    requires: "fixture",
    input: { connection: "conn_cumulus_42" },
    status: 200,
    output: {
      ok: null,
      tried: "decrypted",
      detail: "Jackfield has no test for credentials of Cumulus Desk, so it sent no request.",
    },
    check: assertNoSecret,
  },
  {
    it: "returns a link for reconnecting if the app rejects the credentials",
    requires: "fixture",
    input: { connection: "conn_fjord_revoked" },
    status: 200,
    output: { ok: false },
    check(result) {
      assert.equal(result.value.connection.status, "expired");
      assert.match(result.value.connection.reconnect_url!, /\/connect\/cl_/);
      assertNoSecret(result);
    },
  },
  {
    it: "refreshes the tokens of a signed-in connection",
    requires: "fixture",
    input: { connection: "conn_fjord_signed_in" },
    status: 200,
    output: { ok: true, tried: "refreshed", detail: "Fjord refreshed the access token." },
    check(result) {
      assert.ok(result.value.connection.last_refreshed_at);
      assert.ok(result.value.connection.expires_at);
      assertNoSecret(result);
    },
  },
  {
    it: "explains why a connection is expired",
    requires: "fixture",
    input: { connection: "conn_cumulus_old" },
    status: 200,
    output: { ok: false, detail: "Cumulus Desk no longer accepts the password." },
    check: ({ value }) => assert.match(value.connection.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "reports that a connection is pending",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: createPending,
    status: 200,
    output: { ok: false, tried: "decrypted", detail: "The connection is pending." },
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
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    requires: "fixture",
    input: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connection"),
  },
  ...commonCases<"testConnection">(
    { connection: "conn_fjord_main" },
    { permission: "connect", rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];
