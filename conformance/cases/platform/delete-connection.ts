import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi, createConnectLink, openConnectPage } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, NEEDS_CONNECT_PAGE } from "./requests.ts";
import { createActive, createPending, UNKNOWN_CONNECTION } from "./run-cases.ts";

/** Required behavior of `deleteConnection`. */
export const deleteConnection: CasesOf<"deleteConnection"> = [
  {
    it: "deletes an active connection",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: createActive,
    status: 200,
    output: { status: "revoked", fields: {} },
    async check({ value: { id } }, context) {
      assert.equal(
        (await callApi(context, "GET", `/connections/${id}`)).value.code,
        "connection_not_found",
      );
      assert.equal((await callApi(context, "DELETE", `/connections/${id}`)).status, 404);
      assert.equal(
        (
          await callApi(context, "POST", "/tools/fjord.get_remark/run", {
            arguments: { id: "1" },
            connection: id,
          })
        ).value.code,
        "connection_not_found",
      );
    },
  },
  {
    it: "deletes a pending connection",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: createPending,
    status: 200,
    output: { status: "revoked" },
  },
  {
    it: "invalidates the connect link",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: createPending,
    status: 200,
    async check(_, context) {
      const { url, connection } = await createConnectLink(context, "basil");
      await callApi(context, "DELETE", `/connections/${connection.id}`);
      assert.equal((await openConnectPage(context, url)).page.status, 410);
    },
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
    input: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides a connection to an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { connection: "conn_atlas_home" },
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
  ...commonCases<"deleteConnection">(createPending, {
    permission: "connect",
    rejectedInput: UNKNOWN_CONNECTION,
    worksWithoutCatalog: true,
  }),
];
