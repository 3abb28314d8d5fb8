import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi, createConnection, createConnectLink, newEndUser } from "./actions.ts";
import { NEEDS_CONNECT_PAGE } from "./requests.ts";
import type { JsonObject } from "./run-cases.ts";
import { asProblem, getRemarkInput, successCase } from "./run-cases.ts";

/** The connection of a run, and the problems of a missing or unusable one. */
export const runToolConnections: CasesOf<"runTool"> = [
  successCase(
    "uses the connection with the requested ID",
    getRemarkInput("1", { connection: "conn_fjord_signed_in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  successCase(
    "uses the connection with the requested label",
    getRemarkInput("1", { connection: "Signed in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  {
    it: "uses the requested connection of an end user",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) =>
      getRemarkInput("1", { connection: (await createConnection(context)).id }),
    status: 200,
    output: { status: "succeeded" },
  },
  {
    it: "returns a connect link if there is no connection",
    requires: "fixture",
    input: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (result) => assert.match(asProblem(result)["connect_url"], /\/connect\/cl_/),
  },
  {
    it: "returns no link to a key without the connect permission",
    requires: "fixture",
    headers: bearerHeader(KEYS.runner),
    input: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (result) => assert.equal(asProblem(result)["connect_url"], undefined),
  },
  {
    it: "returns the candidates if several connections match",
    requires: "fixture",
    input: { tool: "atlas.list_board" },
    status: 409,
    problem: "connection_ambiguous",
    check: (result) =>
      assert.deepEqual(
        asProblem(result)["candidates"].toSorted((a: JsonObject, b: JsonObject) =>
          a["id"] < b["id"] ? -1 : 1,
        ),
        [
          { id: "conn_atlas_home", label: "Home" },
          { id: "conn_atlas_work", label: "Work", account: "ann@atlas.example" },
        ],
      ),
  },
  {
    it: "returns a reconnect link if the connection is expired",
    requires: "fixture",
    input: { tool: "cumulus.list_tickets" },
    status: 409,
    problem: "connection_inactive",
    check: (result) => assert.match(asProblem(result)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "returns a reconnect link if the app rejects the credentials",
    requires: "fixture",
    input: getRemarkInput("1", { connection: "conn_fjord_revoked" }),
    status: 409,
    problem: "connection_inactive",
    check: (result) => assert.match(asProblem(result)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "rejects a disabled connection",
    requires: "fixture",
    input: async (context) => {
      const { id } = await createConnection(context);
      await callApi(context, "PATCH", `/connections/${id}`, { enabled: false });
      return getRemarkInput("1", { connection: id });
    },
    status: 409,
    problem: "connection_inactive",
    proxySkipReason: NEEDS_CONNECT_PAGE.proxySkipReason,
  },
  {
    it: "returns a reconnect link if the connection is pending",
    requires: "fixture",
    input: async (context) =>
      getRemarkInput("1", {
        connection: (await createConnectLink(context, "fjord", { user: newEndUser() })).connection
          .id,
      }),
    status: 409,
    problem: "connection_inactive",
    check: (result) => assert.match(asProblem(result)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "returns the missing scopes and a reconnect link",
    requires: "fixture",
    input: getRemarkInput("forbidden"),
    status: 403,
    problem: "scope_missing",
    check(result) {
      assert.deepEqual(asProblem(result)["scopes"], ["remarks", "admin"]);
      assert.match(asProblem(result)["reconnect_url"], /\/connect\/cl_/);
    },
  },
  {
    it: "returns the missing scopes to a key without the connect permission",
    requires: "fixture",
    headers: bearerHeader(KEYS.runner),
    input: getRemarkInput("forbidden"),
    status: 403,
    problem: "scope_missing",
    check: (result) =>
      assert.deepEqual(
        [asProblem(result)["scopes"], asProblem(result)["reconnect_url"]],
        [["remarks", "admin"], undefined],
      ),
  },
  {
    it: "hides another user's connection",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: getRemarkInput("1", { connection: "conn_fjord_main" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "never uses the account's connection for an end user",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: getRemarkInput("1"),
    status: 409,
    problem: "connection_required",
  },
  {
    it: "rejects an unknown label",
    requires: "fixture",
    input: getRemarkInput("1", { connection: "Nothing" }),
    status: 404,
    problem: "connection_not_found",
  },
];
