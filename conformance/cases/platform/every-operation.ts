import assert from "node:assert/strict";
import type { OperationName } from "../../../core/platform/contract.ts";
import type { Case, FoundFor, Reply, Sendable } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";

type Send<Name extends OperationName> = Sendable<Name> | ((found: FoundFor<Name>) => Sendable<Name>);

/** What holds for every operation of the platform, asked with an input that fits. */
export const everyOperation = <Name extends OperationName>(send: Send<Name>): Case<Name>[] => [
  { it: "takes a key that may read, and nothing else", needs: "rig", headers: bearer(KEYS.reader), send, status: 200 },
  { it: "refuses whoever sends no key", headers: { authorization: "" }, send, status: 401, problem: "unauthorized", check: saysHowToSendOne },
  { it: "refuses a key that nobody made", needs: "rig", undocumented: "a mock takes any key", headers: bearer(KEYS.stranger), send, status: 401, problem: "unauthorized", check: saysItIsNoGood },
  { it: "refuses a key whose time is over", needs: "rig", undocumented: "a mock takes any key", headers: bearer(KEYS.expired), send, status: 401, problem: "key_expired", check: saysItIsNoGood },
  { it: "refuses a key that was revoked", needs: "rig", undocumented: "a mock takes any key", headers: bearer(KEYS.revoked), send, status: 401, problem: "key_revoked", check: saysItIsNoGood },
  {
    it: "refuses a key that may not read, and says which permission it is",
    needs: "rig",
    headers: bearer(KEYS.connector),
    send,
    status: 403,
    problem: "permission_denied",
    check: ({ value }) => assert.match((value as unknown as { detail: string }).detail, /\bread\b.*\bconnect\b/),
  },
  {
    it: "refuses a key that has used up its rate, and says when to come again",
    spent: true,
    send,
    status: 429,
    problem: "rate_limited",
    check({ value, headers }) {
      assert.equal((value as unknown as { retryable: boolean }).retryable, true);
      assert.deepEqual([headers["retry-after"], headers["ratelimit"], headers["ratelimit-policy"]], ["1", '"key";r=0;t=1', '"key";q=60;w=60']);
    },
  },
  { it: "tells nothing of an unexpected fault", needs: "rig", fault: 500, send, status: 500, problem: "internal" },
  { it: "says when keys can't be looked up", needs: "rig", fault: 503, send, status: 503, problem: "storage_unavailable", check: tellsNoAddress },
  { it: "says when the account can't be read", needs: "rig", headers: { "rig-fault": "shelf" }, send, status: 503, problem: "storage_unavailable", check: tellsNoAddress },
  {
    it: "says when the catalogue is not compiled yet, and how far it is",
    needs: "rig",
    headers: { "rig-fault": "unready" },
    send,
    status: 503,
    problem: "catalogue_not_ready",
    check: ({ value }) => assert.match((value as unknown as { detail: string }).detail, /12 of 31/),
  },
];

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
