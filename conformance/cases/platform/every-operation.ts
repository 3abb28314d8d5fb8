import assert from "node:assert/strict";
import type { OperationName } from "../../../core/platform/contract.ts";
import type { Case, FoundFor, Reply, Sendable } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";

type Send<Name extends OperationName> =
  | Sendable<Name>
  | ((found: FoundFor<Name>) => Sendable<Name> | Promise<Sendable<Name>>);

interface About<Name extends OperationName> {
  /** What it takes to carry it out; `read` by default. */
  readonly permission?: "read" | "connect" | "run";
  /** What is sent where it is refused before anything is looked up; the same by default. */
  readonly refusedWith?: Sendable<Name>;
  /** Set where it asks nothing of the catalogue. */
  readonly needsNoCatalogue?: true;
  /** Why a mock, or Prism in between, can't be asked what succeeds. */
  readonly besides?: Pick<Case<Name>, "undocumented" | "unproxied">;
}

/** A key with this permission alone, and one that has only another. */
const KEYS_OF = {
  read: ["reader", "connector", "connect"],
  connect: ["connector", "reader", "read"],
  run: ["runner", "reader", "read"],
} as const;

/** What holds for every operation of the platform, asked with an input that fits. */
export const everyOperation = <Name extends OperationName>(
  sent: Send<Name>,
  { permission = "read", refusedWith, needsNoCatalogue, besides }: About<Name> = {},
): Case<Name>[] => {
  const [able, unable, other] = KEYS_OF[permission];
  const send = refusedWith ?? sent;
  return [
    {
      it: `takes a key that may ${permission}, and nothing else`,
      needs: "rig",
      headers: bearer(KEYS[able]),
      send: sent,
      status: 200,
      ...besides,
    },
    {
      it: "refuses whoever sends no key",
      headers: { authorization: "" },
      send,
      status: 401,
      problem: "unauthorized",
      check: saysHowToSendOne,
    },
    {
      it: "refuses a key that nobody made",
      needs: "rig",
      undocumented: "a mock takes any key",
      headers: bearer(KEYS.stranger),
      send,
      status: 401,
      problem: "unauthorized",
      check: saysItIsNoGood,
    },
    {
      it: "refuses a key whose time is over",
      needs: "rig",
      undocumented: "a mock takes any key",
      headers: bearer(KEYS.expired),
      send,
      status: 401,
      problem: "key_expired",
      check: saysItIsNoGood,
    },
    {
      it: "refuses a key that was revoked",
      needs: "rig",
      undocumented: "a mock takes any key",
      headers: bearer(KEYS.revoked),
      send,
      status: 401,
      problem: "key_revoked",
      check: saysItIsNoGood,
    },
    {
      it: `refuses a key that may not ${permission}, and says which permission it is`,
      needs: "rig",
      headers: bearer(KEYS[unable]),
      send,
      status: 403,
      problem: "permission_denied",
      check: ({ value }) =>
        assert.match(
          (value as unknown as { detail: string }).detail,
          new RegExp(`\\b${permission}\\b.*\\b${other}\\b`),
        ),
    },
    {
      it: "refuses a key that has used up its rate, and says when to come again",
      spent: true,
      send,
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
      it: "tells nothing of an unexpected fault",
      needs: "rig",
      fault: 500,
      send,
      status: 500,
      problem: "internal",
    },
    {
      it: "says when keys can't be looked up",
      needs: "rig",
      fault: 503,
      send,
      status: 503,
      problem: "storage_unavailable",
      check: tellsNoAddress,
    },
    {
      it: "says when the account can't be read",
      needs: "rig",
      headers: { "rig-fault": "shelf" },
      send,
      status: 503,
      problem: "storage_unavailable",
      check: tellsNoAddress,
    },
    ...(needsNoCatalogue
      ? []
      : [
          {
            it: "says when the catalogue is not compiled yet, and how far it is",
            needs: "rig",
            headers: { "rig-fault": "unready" },
            send,
            status: 503,
            problem: "catalogue_not_ready",
            check: ({ value }) =>
              assert.match((value as unknown as { detail: string }).detail, /12 of 31/),
          } satisfies Case<Name>,
        ]),
  ];
};

/** Over MCP a refused call has the same headers, and a tool's error none. */
function saysHowToSendOne({ value, headers }: Reply): void {
  assert.equal(headers["www-authenticate"], 'Bearer realm="Jackfield"');
  assert.match(value.hint, /Authorization: Bearer/);
}

function saysItIsNoGood({ headers }: Reply): void {
  assert.equal(headers["www-authenticate"], 'Bearer realm="Jackfield", error="invalid_token"');
}

function tellsNoAddress({ value }: Reply): void {
  assert.doesNotMatch(JSON.stringify(value), /10\.0\.0\.7|ECONNREFUSED/);
  assert.equal(value.retryable, true);
}
