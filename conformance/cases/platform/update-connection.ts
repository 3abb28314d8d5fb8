import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi, createConnection } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import {
  assertPointer,
  EXTRA_NAMES_UNDOCUMENTED,
  MOCK_HAS_NO_CONNECTIONS,
  NEEDS_CONNECT_PAGE,
} from "./requests.ts";
import type { Connection } from "./run-cases.ts";
import { createActive, createPending, UNKNOWN_CONNECTION } from "./run-cases.ts";

/** Required behavior of `updateConnection`. */
export const updateConnection: CasesOf<"updateConnection"> = [
  {
    it: "changes the label",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => ({ ...(await createActive(context)), label: "Other \u{1f3a7}" }),
    status: 200,
    output: { label: "Other \u{1f3a7}", status: "active", default: true },
  },
  {
    it: "makes the connection the only default",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => {
      const { id, user } = await createConnection(context);
      await callApi(context, "PATCH", `/connections/${id}`, { default: true });
      return { connection: (await createConnection(context, { user })).id, default: true };
    },
    status: 200,
    output: { default: true },
    async check({ value }, context) {
      const { value: list } = await callApi(context, "GET", `/connections?user=${value.user}`);
      assert.deepEqual(
        list.data.filter((each: Connection) => each.default).map(({ id }: Connection) => id),
        [value.id],
      );
    },
  },
  {
    it: "disables the connection",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => ({ ...(await createActive(context)), enabled: false }),
    status: 200,
    output: { status: "disabled" },
    check: ({ value }) => assert.equal(value.status_reason?.code, "switched_off"),
  },
  {
    it: "enables the connection again",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => {
      const { connection } = await createActive(context);
      await callApi(context, "PATCH", `/connections/${connection}`, { enabled: false });
      return { connection, enabled: true };
    },
    status: 200,
    output: { status: "active" },
    check: ({ value }) => assert.equal(value.status_reason, undefined),
  },
  {
    it: "changes nothing if no property is sent",
    requires: "fixture",
    input: { connection: "conn_atlas_home" },
    status: 200,
    output: { label: "Home", status: "active" },
  },
  {
    it: "labels a pending connection",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => ({ ...(await createPending(context)), label: "Later" }),
    status: 200,
    output: { label: "Later", status: "pending" },
  },
  {
    it: "rejects disabling a pending connection",
    requires: "fixture",
    input: async (context) => ({ ...(await createPending(context)), enabled: false }),
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "rejects enabling an expired connection",
    requires: "fixture",
    input: { connection: "conn_cumulus_old", enabled: true },
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "rejects a context that the connection doesn't have",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: { connection: "conn_atlas_home", context: { organization: "org_1" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/context/organization"),
  },
  {
    it: "rejects a choice that isn't a string",
    requires: "fixture",
    input: { ...UNKNOWN_CONNECTION, context: { organization: 1 as unknown as string } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/context/organization"),
  },
  {
    it: "rejects an unknown connection",
    requires: "fixture",
    input: { ...UNKNOWN_CONNECTION, label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides another user's connection",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_atlas_home", label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an empty label",
    requires: "fixture",
    input: { ...UNKNOWN_CONNECTION, label: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "rejects a default that is a string",
    requires: "fixture",
    input: { ...UNKNOWN_CONNECTION, default: "yes" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/default"),
  },
  {
    it: "rejects an unknown parameter",
    requires: "fixture",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { ...UNKNOWN_CONNECTION, ...{ status: "active" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_CONNECTION, label: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"updateConnection">(
    { connection: "conn_atlas_home" },
    { permission: "connect", rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];
