import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { createConnectLink, newEndUser, newIdempotencyKey } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, EXTRA_NAMES_UNDOCUMENTED, MESSAGE_TOO_LARGE } from "./requests.ts";
import { assertConnectLink } from "./run-cases.ts";

/** Required behavior of `connectApp`. */
export const connectApp: CasesOf<"connectApp"> = [
  {
    it: "returns a connect link and a pending connection",
    requires: "fixture",
    input: () => ({ app: "basil", user: newEndUser() }),
    status: 200,
    check(result) {
      assertConnectLink(result);
      const {
        app,
        auth_method,
        label,
        default: isDefault,
        status,
        fields,
      } = result.value.connection;
      assert.deepEqual(
        { app, auth_method, label, default: isDefault, status, fields },
        {
          app: "basil",
          auth_method: null,
          label: "Basil Mail",
          default: false,
          status: "pending",
          fields: {},
        },
      );
    },
  },
  {
    it: "creates a new link to the same pending connection each time",
    requires: "fixture",
    input: () => ({ app: "basil", user: newEndUser() }),
    status: 200,
    async check({ value }, context) {
      const { user, id } = value.connection;
      const again = await createConnectLink(context, "basil", { user, label: "Work" });
      assert.notEqual(again.url, value.url);
      assert.deepEqual([again.connection.id, again.connection.label], [id, "Work"]);
      const other = await createConnectLink(context, "basil", { user: newEndUser() });
      assert.notEqual(other.connection.id, id);
    },
  },
  {
    it: "returns the same link for the same idempotency key",
    requires: "fixture",
    mockSkipReason: "a mock stores no requests",
    input: () => ({ app: "basil", user: newEndUser(), idempotency_key: newIdempotencyKey() }),
    status: 200,
    async check({ value }, { call }) {
      const input = {
        app: "basil",
        user: value.connection.user,
        idempotency_key: newIdempotencyKey(),
      };
      const first = await call("connectApp", input);
      assert.notEqual(first.value.url, value.url);
      assert.deepEqual((await call("connectApp", input)).value, first.value);
    },
  },
  {
    it: "rejects an idempotency key of another request",
    requires: "fixture",
    mockSkipReason: "a mock stores no requests",
    async input(context) {
      const key = { user: newEndUser(), idempotency_key: newIdempotencyKey() };
      await createConnectLink(context, "basil", key);
      return { app: "basil", ...key, label: "Other" };
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "rejects an empty idempotency key",
    requires: "fixture",
    input: { app: "basil", idempotency_key: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/idempotency_key"),
  },
  {
    it: "accepts a label, a method, scopes and a user",
    requires: "fixture",
    input: {
      app: "fjord",
      label: "Work \u{1f3a7}",
      auth_method: "oauth2",
      scopes: ["remarks"],
      user: "7",
    },
    status: 200,
    check: ({ value: { connection } }) =>
      assert.deepEqual(
        [connection.label, connection.auth_method, connection.scopes, connection.user],
        ["Work \u{1f3a7}", "oauth2", ["remarks"], "7"],
      ),
  },
  {
    it: "connects for the end user of the key",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "accepts the key's own end user",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { app: "basil", user: "42" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "accepts a return_url on this machine",
    requires: "fixture",
    input: { app: "basil", return_url: "http://127.0.0.1:9999/settings?tab=apps" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "connects an app that the key may use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "basil" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "connects an app that needs no credentials",
    requires: "fixture",
    input: { app: "grove" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "rejects a user other than the key's",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { app: "basil", user: "43" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an unknown app",
    requires: "fixture",
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects a method that the app doesn't offer",
    requires: "fixture",
    mockSkipReason: "a mock has no apps",
    input: { app: "basil", auth_method: "oauth2" },
    status: 400,
    problem: "method_not_offered",
    check: assertPointer("/auth_method"),
  },
  {
    it: "rejects a return_url whose origin isn't allowed",
    requires: "fixture",
    mockSkipReason: "a mock has no allowed origins",
    input: { app: "basil", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "rejects a return_url with the javascript scheme",
    requires: "fixture",
    mockSkipReason: "a mock has no allowed origins",
    input: { app: "basil", return_url: "javascript:alert(1)" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "rejects a return_url that contains a password",
    requires: "fixture",
    mockSkipReason: "a mock has no allowed origins",
    input: { app: "basil", return_url: "http://a:b@127.0.0.1/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "explains how to configure a missing OAuth client",
    requires: "fixture",
    input: { app: "atlas" },
    status: 409,
    problem: "app_not_configured",
    check: ({ value }) =>
      assert.match(
        (value as unknown as { hint: string }).hint,
        /\/oauth\/callback.*(npm run apps --|jackfield apps) configure atlas/,
      ),
  },
  {
    it: "rejects a mistyped scope, and suggests the right one",
    requires: "fixture",
    mockSkipReason: "the document can't define the scopes of an app",
    input: { app: "fjord", auth_method: "oauth2", scopes: ["remraks"] },
    status: 400,
    problem: "invalid_input",
    check(response) {
      assertPointer("/scopes/0")(response);
      assert.match(JSON.stringify(response.value), /Did you mean remarks\?/);
    },
  },
  {
    it: "rejects a scope that contains a space",
    requires: "fixture",
    mockSkipReason: "the document can't define the syntax of a scope",
    input: { app: "fjord", auth_method: "oauth2", scopes: ["remarks admin"] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes/0"),
  },
  {
    it: "rejects an empty list of scopes",
    requires: "fixture",
    input: { app: "fjord", scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes"),
  },
  {
    it: "rejects an empty label",
    requires: "fixture",
    input: { app: "basil", label: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "rejects a label of 101 characters",
    requires: "fixture",
    input: { app: "basil", label: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "rejects a return_url that isn't a URL",
    requires: "fixture",
    input: { app: "basil", return_url: "settings" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/return_url"),
  },
  {
    it: "rejects an unknown parameter",
    requires: "fixture",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { app: "basil", ...{ client_secret: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/client_secret"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    only: MESSAGE_TOO_LARGE,
    input: () => ({ app: "basil", label: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"connectApp">({ app: "basil" }, { permission: "connect" }),
];
