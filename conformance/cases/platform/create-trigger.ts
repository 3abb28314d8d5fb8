import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { newIdempotencyKey } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { eventTriggerInput, MOCK_STORES_NOTHING } from "./trigger-cases.ts";

/** Required behavior of `createTrigger`. */
export const createTrigger: CasesOf<"createTrigger"> = [
  {
    it: "creates a trigger that callers fire",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ filter: "event.data.id != ''", metadata: { team: "remarks" } }),
    status: 200,
    check({ value: { trigger, secrets, samples } }) {
      assert.match(trigger.id, /^trg_[0-9a-f]{32}$/);
      assert.deepEqual(
        [trigger.status, trigger.watch, trigger.metadata, trigger.version, trigger.key],
        ["active", { kind: "event" }, { team: "remarks" }, 1, "key_whole"],
      );
      assert.deepEqual([secrets, samples], [[], []]);
    },
  },
  {
    it: "creates a schedule, and says when it fires next",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({
      watch: { kind: "schedule", cron: "0 9 * * 1-5", timezone: "Europe/Berlin" },
    }),
    status: 200,
    check: ({ value: { trigger } }) => assert.ok(Date.parse(trigger.next_at!) > Date.now()),
  },
  {
    it: "creates one trigger for an idempotency key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: () => eventTriggerInput({ idempotency_key: newIdempotencyKey() }),
    status: 200,
    async check({ value }, { call }) {
      const key = newIdempotencyKey();
      const input = eventTriggerInput({ idempotency_key: key });
      const first = await call("createTrigger", input);
      const second = await call("createTrigger", input);
      assert.equal(first.value.trigger.id, second.value.trigger.id);
      assert.notEqual(first.value.trigger.id, value.trigger.id);
      const other = await call("createTrigger", { ...input, name: "Another" });
      assert.equal((other.value as unknown as { code: string }).code, "idempotency_conflict");
    },
  },
  {
    it: "rejects an invalid cron pattern",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ watch: { kind: "schedule", cron: "61 9 * * *" } }),
    status: 422,
    problem: "schedule_invalid",
    check: assertPointer("/watch/cron"),
  },
  {
    it: "rejects a schedule that never fires",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ watch: { kind: "schedule", cron: "0 0 30 2 *" } }),
    status: 422,
    problem: "schedule_invalid",
  },
  {
    it: "rejects an invalid filter, and names the place",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ filter: "event.data.id == " }),
    status: 422,
    problem: "expression_invalid",
    check: assertPointer("/filter"),
  },
  {
    it: "rejects a filter over a field that no event has, and suggests the data's",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ filter: "event.number > 3" }),
    status: 422,
    problem: "expression_invalid",
    check(response) {
      assertPointer("/filter")(response);
      assert.match(JSON.stringify(response.value), /event\.data\.number/);
    },
  },
  {
    it: "rejects arguments over a field that no event has",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({
      actions: [{ kind: "run", tool: "fjord.get_remark", arguments: { id: "${event.number}" } }],
    }),
    status: 422,
    problem: "expression_invalid",
    check: assertPointer("/actions/0/arguments/id"),
  },
  {
    it: "explains a short cron pattern",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ watch: { kind: "schedule", cron: "0 9" } }),
    status: 422,
    problem: "schedule_invalid",
    check(response) {
      assertPointer("/watch/cron")(response);
      assert.match(JSON.stringify(response.value), /has 5 fields.*has 2/);
    },
  },
  {
    it: "rejects regular expressions",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ filter: "event.data.id.matches('(a+)+$')" }),
    status: 422,
    problem: "expression_invalid",
  },
  {
    it: "rejects an invalid expression in the arguments",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({
      actions: [{ kind: "run", tool: "fjord.get_remark", arguments: { id: "${event.data." } }],
    }),
    status: 422,
    problem: "expression_invalid",
    check: assertPointer("/actions/0/arguments/id"),
  },
  {
    it: "rejects literal arguments that the tool doesn't accept",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({
      actions: [{ kind: "run", tool: "fjord.get_remark", arguments: { id: 5 } }],
    }),
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects an unknown tool",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ actions: [{ kind: "run", tool: "fjord.nothing" }] }),
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: eventTriggerInput(),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects another end user",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: eventTriggerInput({ user: "43" }),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects a destination at a private address",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ actions: [{ kind: "deliver", url: "http://10.0.0.5/hook" }] }),
    status: 422,
    problem: "destination_refused",
    check: assertPointer("/actions/0/url"),
  },
  {
    it: "rejects skipping the ping at an address that the operator doesn't allow",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({
      actions: [{ kind: "deliver", url: "https://hook.example/", verify: false }],
    }),
    status: 422,
    problem: "destination_refused",
    check: assertPointer("/actions/0/verify"),
  },
  {
    it: "rejects a list of an app that isn't connected",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: eventTriggerInput({ watch: { kind: "poll", tool: "fjord.list_remarks" } }),
    status: 409,
    problem: "connection_required",
  },
  {
    it: "rejects a poll of a tool that may change something",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ watch: { kind: "poll", tool: "fjord.create_remark" } }),
    status: 422,
    problem: "poll_not_possible",
    check: assertPointer("/watch/tool"),
  },
  {
    it: "creates an address and a secret for webhooks",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ watch: { kind: "webhook" } }),
    status: 200,
    check({ value: { trigger, secrets } }) {
      assert.match(new URL(trigger.address!.url).pathname, /^\/hooks\/[a-z0-9]{38}$/);
      assert.match(secrets[0]!.secret, /^whsec_/);
      assert.ok(!JSON.stringify(trigger).includes(secrets[0]!.secret));
    },
  },
  {
    it: "rejects an unknown signature scheme",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: eventTriggerInput({ watch: { kind: "webhook", scheme: "githob" } }),
    status: 422,
    problem: "signing_required",
    check: assertPointer("/watch/scheme"),
  },
  {
    it: "rejects an unknown kind",
    input: eventTriggerInput({ watch: { kind: "moon" } }) as never,
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/watch"),
  },
  {
    it: "names the wrong member of a kind",
    requires: "fixture",
    mockSkipReason: "a mock names the whole value",
    proxySkipReason: "Prism rejects the request first",
    input: eventTriggerInput({ watch: { kind: "schedule", every: 59 } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/watch/every"),
  },
  {
    it: "rejects a trigger without actions",
    input: eventTriggerInput({ actions: [] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/actions"),
  },
  {
    it: "rejects six actions",
    input: eventTriggerInput({ actions: Array(6).fill(eventTriggerInput().actions[0]) }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/actions"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...eventTriggerInput(), name: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"createTrigger">(eventTriggerInput(), { permission: "run" }),
];
