import assert from "node:assert/strict";
import type { OperationName } from "../../../core/platform/contract.ts";
import type { CallResult, Case, CaseInput, ContextFor } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";

type CaseInputFor<Name extends OperationName> =
  | CaseInput<Name>
  | ((context: ContextFor<Name>) => CaseInput<Name> | Promise<CaseInput<Name>>);

interface OperationOptions<Name extends OperationName> {
  /** What it takes to carry it out; `read` by default. */
  readonly permission?: "read" | "connect" | "run";
  /** What is sent where it is refused before anything is looked up; the same by default. */
  readonly rejectedInput?: CaseInput<Name>;
  /** Set where it asks nothing of the catalog. */
  readonly worksWithoutCatalog?: true;
  /** Why a mock, or Prism in between, can't be asked what succeeds. */
  readonly otherKeys?: Pick<Case<Name>, "mockSkipReason" | "proxySkipReason">;
}

/** A key with this permission alone, and one that has only another. */
const KEYS_BY_PERMISSION = {
  read: ["reader", "connector", "connect"],
  connect: ["connector", "reader", "read"],
  run: ["runner", "reader", "read"],
} as const;

/** What holds for every operation of the platform, asked with an input that fits. */
export const commonCases = <Name extends OperationName>(
  sent: CaseInputFor<Name>,
  {
    permission = "read",
    rejectedInput,
    worksWithoutCatalog,
    otherKeys,
  }: OperationOptions<Name> = {},
): Case<Name>[] => {
  const [able, unable, other] = KEYS_BY_PERMISSION[permission];
  const send = rejectedInput ?? sent;
  return [
    {
      it: `accepts a key that has only the ${permission} permission`,
      requires: "fixture",
      headers: bearerHeader(KEYS[able]),
      input: sent,
      status: 200,
      ...otherKeys,
    },
    {
      it: "rejects a request without a key",
      headers: { authorization: "" },
      input: send,
      status: 401,
      problem: "unauthorized",
      check: assertMissingKeyChallenge,
    },
    {
      it: "rejects an unknown key",
      requires: "fixture",
      mockSkipReason: "a mock accepts any key",
      headers: bearerHeader(KEYS.stranger),
      input: send,
      status: 401,
      problem: "unauthorized",
      check: assertInvalidKeyChallenge,
    },
    {
      it: "rejects an expired key",
      requires: "fixture",
      mockSkipReason: "a mock accepts any key",
      headers: bearerHeader(KEYS.expired),
      input: send,
      status: 401,
      problem: "key_expired",
      check: assertInvalidKeyChallenge,
    },
    {
      it: "rejects a revoked key",
      requires: "fixture",
      mockSkipReason: "a mock accepts any key",
      headers: bearerHeader(KEYS.revoked),
      input: send,
      status: 401,
      problem: "key_revoked",
      check: assertInvalidKeyChallenge,
    },
    {
      it: `rejects a key without the ${permission} permission and names it`,
      requires: "fixture",
      headers: bearerHeader(KEYS[unable]),
      input: send,
      status: 403,
      problem: "permission_denied",
      check: ({ value }) =>
        assert.match(
          (value as unknown as { detail: string }).detail,
          new RegExp(`\\b${permission}\\b.*\\b${other}\\b`),
        ),
    },
    {
      it: "rejects a key over its rate limit with the time to retry",
      rateLimited: true,
      input: send,
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
      input: send,
      status: 500,
      problem: "internal",
    },
    {
      it: "reports that keys can't be looked up",
      requires: "fixture",
      fault: 503,
      input: send,
      status: 503,
      problem: "storage_unavailable",
      check: assertNoAddress,
    },
    {
      it: "reports that the account can't be read",
      requires: "fixture",
      headers: { "fixture-fault": "storage" },
      input: send,
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
            input: send,
            status: 503,
            problem: "catalog_not_ready",
            check: ({ value }) =>
              assert.match((value as unknown as { detail: string }).detail, /12 of 31/),
          } satisfies Case<Name>,
        ]),
  ];
};

/** Over MCP a refused call has the same headers, and a tool's error none. */
function assertMissingKeyChallenge({ value, headers }: CallResult): void {
  assert.equal(headers["www-authenticate"], 'Bearer realm="Jackfield"');
  assert.match(value.hint, /Authorization: Bearer/);
}

function assertInvalidKeyChallenge({ headers }: CallResult): void {
  assert.equal(headers["www-authenticate"], 'Bearer realm="Jackfield", error="invalid_token"');
}

function assertNoAddress({ value }: CallResult): void {
  assert.doesNotMatch(JSON.stringify(value), /10\.0\.0\.7|ECONNREFUSED/);
  assert.equal(value.retryable, true);
}
