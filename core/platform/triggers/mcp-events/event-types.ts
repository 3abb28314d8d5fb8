import { table } from "../../../../generated/platform/operations.ts";
import type { Schema } from "../../../../generated/table.ts";
import { requireValue } from "../../../lib/kit/require-value.ts";
import {
  type CheckArguments,
  createArgumentsCheck,
} from "../../../lib/openapi-tools/call/index.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { PollWatch, Watch } from "../../../ports/trigger-definition.ts";

/** A type of event, as `events/list` returns it. */
export interface EventType {
  readonly name: string;
  readonly description: string;
  readonly delivery: readonly ("poll" | "webhook")[];
  readonly inputSchema: Schema;
  readonly payloadSchema: Schema;
}

/** A type whose subscriptions create a trigger from their arguments. */
interface GenericType extends EventType {
  readonly check: CheckArguments;
  toWatch(input: Readonly<Record<string, unknown>>): Watch;
}

const DELIVERY = ["poll", "webhook"] as const;

/** The prefix of the types of the account's own triggers. The ID of the trigger follows. */
export const TRIGGER_PREFIX = "trigger.";

const pick = (definition: string, names?: readonly string[]): Schema => {
  const { properties, required = [] } = requireValue(table.$defs[definition], definition);
  const kept = (name: string) => name !== "kind" && (names?.includes(name) ?? true);
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => kept(name))),
    required: (required as string[]).filter(kept),
    additionalProperties: false,
  };
};

const LIST_ARGUMENTS = [
  "tool",
  "arguments",
  "connection",
  "interval",
  "items",
  "id",
  "changed",
  "since",
  "pages",
];

const ITEM: Schema = { type: "object", description: "The item, as the tool returned it." };

const createType = (
  type: Pick<GenericType, "name" | "description" | "inputSchema" | "payloadSchema" | "toWatch">,
): GenericType => ({
  ...type,
  delivery: DELIVERY,
  check: createArgumentsCheck({ input: type.inputSchema, binding: undefined }),
});

/** The types that exist for every account. */
export const GENERIC_TYPES: readonly GenericType[] = [
  createType({
    name: "items.new",
    description:
      "A list of a connected app has a new item. The list is read with a read-only tool, such as github.issues_list_for_repo, every five minutes by default.",
    inputSchema: pick("PollWatch", LIST_ARGUMENTS),
    payloadSchema: ITEM,
    toWatch: (input) => ({ ...input, kind: "poll", on: ["new"] }) as PollWatch,
  }),
  createType({
    name: "items.changed",
    description:
      "An item in a list of a connected app has changed. The list is read with a read-only tool, every five minutes by default.",
    inputSchema: pick("PollWatch", LIST_ARGUMENTS),
    payloadSchema: ITEM,
    toWatch: (input) => ({ ...input, kind: "poll", on: ["changed"] }) as PollWatch,
  }),
  createType({
    name: "schedule",
    description: "A time has come: of a cron pattern, of an interval, or a single one.",
    inputSchema: pick("ScheduleWatch"),
    payloadSchema: {
      type: "object",
      properties: { scheduled_at: { type: "string", format: "date-time" } },
      required: ["scheduled_at"],
    },
    toWatch: (input) => ({ ...input, kind: "schedule" }),
  }),
];

/** Describes a trigger of the account as a type without arguments. */
export const describeTrigger = ({ id, name, kind, app }: Trigger): EventType => ({
  name: `${TRIGGER_PREFIX}${id}`,
  description: `The events of the trigger "${name}" (${app === undefined ? kind : `${kind}, ${app}`}).`,
  delivery: DELIVERY,
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  payloadSchema: { type: "object" },
});
