import assert from "node:assert/strict";
import type { OperationName } from "../../../core/platform/contract.ts";
import { PERMISSIONS, type Permission } from "../../../generated/table.ts";
import type { CallResult, Case, CaseInput, ContextFor, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS, keyWithOnly } from "../../fixtures/platform/keys.ts";

type CaseInputFor<Name extends OperationName> =
  | CaseInput<Name>
  | ((context: ContextFor<Name>) => CaseInput<Name> | Promise<CaseInput<Name>>);

interface OperationOptions<Name extends OperationName> {
  /** The permission that the operation requires. Defaults to `read`. */
  readonly permission?: Permission;
  /** The input of requests that are rejected before any lookup. Defaults to the valid input. */
  readonly rejectedInput?: CaseInput<Name>;
  /** Set if the operation doesn't use the catalog. */
  readonly worksWithoutCatalog?: true;
  /** Why the successful case can't run against a mock or through Prism. */
  readonly skipReasons?: Pick<Case<Name>, "mockSkipReason" | "proxySkipReason">;
}

/** Rules for every operation of the platform. `validInput` must succeed. */
export const commonCases = <Name extends OperationName>(
  validInput: CaseInputFor<Name>,
  {
    permission = "read",
    rejectedInput,
    worksWithoutCatalog,
    skipReasons,
  }: OperationOptions<Name> = {},
): Case<Name>[] => {
  const otherPermission = PERMISSIONS.find((other) => other !== permission)!;
  const rejected = rejectedInput ?? validInput;
  return [
    {
      it: `accepts a key that has only the ${permission} permission`,
      requires: "fixture",
      headers: bearerHeader(keyWithOnly(permission)),
      input: validInput,
      status: 200,
      ...skipReasons,
    },
    {
      it: "rejects a request without a key",
      headers: { authorization: "" },
      input: rejected,
      status: 401,
      problem: "unauthorized",
      check: assertMissingKeyChallenge,
    },
    {
      it: "rejects an unknown key",
      requires: "fixture",
      mockSkipReason: "a mock accepts any key",
      headers: bearerHeader(KEYS.stranger),
      input: rejected,
      status: 401,
      problem: "unauthorized",
      check: assertInvalidKeyChallenge,
    },
    {
      it: "rejects an expired key",
      requires: "fixture",
      mockSkipReason: "a mock accepts any key",
      headers: bearerHeader(KEYS.expired),
      input: rejected,
      status: 401,
      problem: "key_expired",
      check: assertInvalidKeyChallenge,
    },
    {
      it: "rejects a revoked key",
      requires: "fixture",
      mockSkipReason: "a mock accepts any key",
      headers: bearerHeader(KEYS.revoked),
      input: rejected,
      status: 401,
      problem: "key_revoked",
      check: assertInvalidKeyChallenge,
    },
    {
      it: `names the missing ${permission} permission`,
      requires: "fixture",
      headers: bearerHeader(keyWithOnly(otherPermission)),
      input: rejected,
      status: 403,
      problem: "permission_denied",
      check: ({ value }) =>
        assert.match(
          (value as unknown as { detail: string }).detail,
          new RegExp(`\\b${permission}\\b.*\\b${otherPermission}\\b`),
        ),
    },
    {
      it: "returns Retry-After to a key over its rate limit",
      rateLimited: true,
      input: rejected,
      status: 429,
      problem: "rate_limited",
      check({ value, headers }) {
        assert.equal((value as unknown as { retryable: boolean }).retryable, true);
        assert.deepEqual(
          [headers["retry-after"], headers["ratelimit"], headers["ratelimit-policy"]],
          ["1", '"key";r=0;t=1', '"key";q=60;w=60'],
        );
      },
    },
    {
      it: "reveals nothing about an unexpected error",
      requires: "fixture",
      fault: 500,
      input: rejected,
      status: 500,
      problem: "internal",
    },
    {
      it: "reports that keys can't be looked up",
      requires: "fixture",
      fault: 503,
      input: rejected,
      status: 503,
      problem: "storage_unavailable",
      check: assertNoAddress,
    },
    {
      it: "reports that the account can't be read",
      requires: "fixture",
      headers: { "fixture-fault": "storage" },
      input: rejected,
      status: 503,
      problem: "storage_unavailable",
      check: assertNoAddress,
    },
    ...(worksWithoutCatalog
      ? []
      : [
          {
            it: "reports the progress of the first catalog compilation",
            requires: "fixture",
            headers: { "fixture-fault": "unready" },
            input: rejected,
            status: 503,
            problem: "catalog_not_ready",
            check: ({ value }) =>
              assert.match((value as unknown as { detail: string }).detail, /12 of 31/),
          } satisfies Case<Name>,
        ]),
  ];
};

/**
 * Over MCP, a rejected call has the same headers, and the metadata of OAuth if the platform supports
 * it. A tool error has none.
 */
function assertMissingKeyChallenge(
  { value, headers }: CallResult,
  { oauthMetadataUrl }: PlatformContext,
): void {
  const challenge = 'Bearer realm="Jackfield"';
  const allowed = [challenge];
  if (oauthMetadataUrl) allowed.push(`${challenge}, resource_metadata="${oauthMetadataUrl}"`);
  const received = headers["www-authenticate"] ?? "";
  assert.ok(allowed.includes(received), received);
  assert.match(value.hint, /Authorization: Bearer/);
}

function assertInvalidKeyChallenge({ headers }: CallResult): void {
  assert.equal(headers["www-authenticate"], 'Bearer realm="Jackfield", error="invalid_token"');
}

function assertNoAddress({ value }: CallResult): void {
  assert.doesNotMatch(JSON.stringify(value), /10\.0\.0\.7|ECONNREFUSED/);
  assert.equal(value.retryable, true);
}
