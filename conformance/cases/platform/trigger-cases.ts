import type { PlatformContext } from "../../case.ts";
import { callApi } from "./actions.ts";

type Sender = Pick<PlatformContext, "send">;

export const UNKNOWN_TRIGGER = { trigger: "trg_00000000000000000000000000000000" } as const;
export const UNKNOWN_EVENT = { event: "evt_00000000000000000000000000000000" } as const;

/** A trigger whose events come from callers, and which runs a tool of the fixture. */
export const eventTriggerInput = (overrides: object = {}) => ({
  name: "A case",
  watch: { kind: "event" as const },
  actions: [
    {
      kind: "run" as const,
      tool: "fjord.get_remark",
      arguments: { id: "${event.data.id}" },
    },
  ],
  ...overrides,
});

/** Creates a trigger. Returns the input that identifies it. */
export const createTestTrigger = async (context: Sender, overrides: object = {}) => {
  const { value } = await callApi(context, "POST", "/triggers", eventTriggerInput(overrides));
  return { trigger: String(value.trigger.id) };
};

/** Creates an event of a new trigger. Returns the input that identifies it. */
export const createTestEvent = async (context: Sender, overrides: object = {}) => {
  const { trigger } = await createTestTrigger(context, overrides);
  const { value } = await callApi(context, "POST", `/triggers/${trigger}/fire`, {
    data: { id: "1" },
  });
  return { event: String(value.events[0].id) };
};

/** The reason why a mock skips cases about stored triggers and events. */
export const MOCK_STORES_NOTHING = "a mock stores no triggers";
