import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { createConnection, createConnectLink } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_HAS_NO_CONNECTIONS, NEEDS_CONNECT_PAGE } from "./requests.ts";
import { assertNoSecret, UNKNOWN_CONNECTION } from "./run-cases.ts";

/** Required behavior of `getConnection`. */
export const getConnection: CasesOf<"getConnection"> = [
  {
    it: "returns all details of a connection",
    requires: "fixture",
    input: { connection: "conn_atlas_work" },
    status: 200,
    output: {
      id: "conn_atlas_work",
      app: "atlas",
      auth_method: "oauth2",
      user: null,
      label: "Work",
      default: false,
      status: "active",
      account: { email: "ann@atlas.example" },
      scopes: ["issues"],
      fields: {},
      created_at: "2026-11-01T00:00:00.000Z",
    },
    check(result) {
      assert.equal(result.value.reconnect_url, undefined);
      assertNoSecret(result);
    },
  },
  {
    it: "returns the reason and a reconnect link for an expired connection",
    requires: "fixture",
    input: { connection: "conn_cumulus_old" },
    status: 200,
    output: {
      status: "expired",
      fields: { subdomain: "acme" },
      status_reason: {
        code: "grant_refused",
        message: "Cumulus Desk no longer accepts the password.",
        at: "2026-11-01T00:00:00.000Z",
      },
    },
    check: ({ value }) => assert.match(value.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "returns no link to a key without the connect permission",
    requires: "fixture",
    headers: bearerHeader(KEYS.reader),
    input: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.reconnect_url, undefined),
  },
  {
    it: "returns a link for a pending connection",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => ({
      connection: (await createConnectLink(context, "basil")).connection.id,
    }),
    status: 200,
    output: { status: "pending" },
    check: ({ value }) => assert.match(value.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "returns an active connection after a user submits the form",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => ({ connection: (await createConnection(context)).id }),
    status: 200,
    output: { status: "active", auth_method: "api_key", fields: {} },
    check: assertNoSecret,
  },
  {
    it: "returns an end user's connection to that user's key",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_cumulus_42" },
    status: 200,
    output: { user: "42" },
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
    it: "hides a connection to an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an unknown connection",
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an unknown ID in any script",
    input: { connection: "conn_水\u{1f3a7}" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connection"),
  },
  ...commonCases<"getConnection">(
    { connection: "conn_atlas_work" },
    { rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];
