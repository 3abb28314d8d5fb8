import assert from "node:assert/strict";
import type { openPlatformStores } from "../../../adapters/storage/open.ts";
import { sortableId } from "../../../core/lib/kit/bytes/sortable-id.ts";
import type {
  AcceptRequest,
  EventRecord,
  NewEvent,
} from "../../../core/ports/stores/event-store.ts";
import type { Trigger } from "../../../core/ports/stores/trigger-store.ts";
import type { StoreFixture } from "../databases.ts";
import { createCheck } from "../port-check.ts";

export type TriggerStores = Pick<
  Awaited<ReturnType<typeof openPlatformStores>>,
  "triggerStore" | "eventStore" | "jobQueue" | "connectionStore"
>;
export type TriggerStoreFixture = StoreFixture<TriggerStores>;

export const check = createCheck<TriggerStoreFixture>;
export const ACCOUNT = "acc_1";
export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const at = (time: number) => new Date(time).toISOString();

export const createTrigger = (overrides: Partial<Trigger> = {}): Trigger => {
  const now = Date.now();
  return {
    id: sortableId("trg", now),
    account: ACCOUNT,
    key: "key_1",
    name: "A trigger",
    kind: "event",
    watch: { kind: "event" },
    actions: [
      { id: "1", status: "active", action: { kind: "deliver", url: "https://example.com/" } },
    ],
    order: "none",
    maxPerMinute: 60,
    status: "active",
    metadata: {},
    progress: {},
    version: 1,
    revision: 1,
    created: at(now),
    updated: at(now),
    ...overrides,
  };
};

export const createEvent = (
  trigger: Trigger,
  key: string,
  overrides: Partial<EventRecord> = {},
): NewEvent => {
  const now = Date.now();
  return {
    event: {
      id: sortableId("evt", now),
      account: trigger.account,
      ...(trigger.user !== undefined && { user: trigger.user }),
      trigger: trigger.id,
      type: "event",
      time: at(now),
      received: at(now),
      key,
      isVerified: true,
      isTest: false,
      depth: 0,
      size: 2,
      status: "acting",
      apps: overrides.app === undefined ? [] : [overrides.app],
      actions: [{ id: "1", kind: "deliver", status: "waiting", attempts: [] }],
      ...overrides,
    },
    encryptedData: "sealed",
  };
};

export const accept = (
  { eventStore }: TriggerStores,
  trigger: Trigger,
  events: readonly NewEvent[],
  more: Partial<AcceptRequest> = {},
) => eventStore.accept({ trigger, events, keepData: Date.now() + DAY, now: Date.now(), ...more });

/** Adds a trigger, and returns it. */
export async function add({ triggerStore }: TriggerStores, overrides: Partial<Trigger> = {}) {
  const trigger = createTrigger(overrides);
  assert.deepEqual(await triggerStore.add(trigger, {}), { outcome: "added" });
  return trigger;
}

export const claimKeys = async ({ jobQueue }: TriggerStores, kind: string) =>
  (await jobQueue.claim(kind, 100)).map(({ key }) => key);
