import { describeUnfinished } from "../pages/affected.ts";
import { type Consequence, count, type DescribeEnd } from "../pages/confirmation-page.ts";
import { describeWatch } from "./kinds.ts";
import { describeAction, type Trigger } from "./trigger.ts";
import { readEvent, readTrigger } from "./visible-triggers.ts";

const describeActions = (trigger: Pick<Trigger, "actions">): readonly Consequence[] =>
  trigger.actions.map((action) => ({ icon: "bolt", text: describeAction(action) }));

const cancel = ({ id }: Pick<Trigger, "id">, text = "Keep it") => ({
  text,
  path: `/triggers/${id}`,
});

/** Asks before a trigger is deleted. */
export const describeTriggerDeletion: DescribeEnd = async (request) => {
  const trigger = await readTrigger(request);
  const subscribers = trigger.subscribers?.length ?? 0;
  return {
    title: `Delete ${trigger.name}?`,
    lead: "This can't be undone.",
    consequences: [
      { icon: "bolt", text: "The trigger stops", detail: `${describeWatch(trigger)}.` },
      ...(trigger.address
        ? [
            {
              icon: "plug" as const,
              text: "Its address rejects events",
              detail: "Remove it at the sender.",
            },
          ]
        : []),
      ...(subscribers > 0
        ? [
            {
              icon: "users" as const,
              text: `${count(subscribers, "MCP client")} no longer ${subscribers === 1 ? "gets" : "get"} its events`,
            },
          ]
        : []),
      { icon: "activity", text: "Actions that wait are canceled" },
      ...(await describeUnfinished(request.context, { trigger: trigger.id })),
    ],
    kept: "Its events stay for 30 days, and the log of runs stays.",
    action: "Delete the trigger",
    cancel: cancel(trigger),
  };
};

/** Asks before a trigger is paused. */
export const describePause: DescribeEnd = async (request) => {
  const trigger = await readTrigger(request);
  if (trigger.status === "paused") return undefined;
  return {
    title: `Pause ${trigger.name}?`,
    consequences: [
      { icon: "bolt", text: "New events start nothing", detail: `${describeWatch(trigger)}.` },
    ],
    kept: "Actions that wait are carried out. You can resume the trigger at any time.",
    action: "Pause",
    cancel: cancel(trigger, "Keep it running"),
  };
};

/** Asks before a trigger is fired by hand. A dry run does nothing. */
export const describeFire: DescribeEnd = async (request, fields) => {
  if (fields.get("dry_run") === "true") return undefined;
  const trigger = await readTrigger(request);
  return {
    title: `Fire ${trigger.name}?`,
    lead: "Its actions are carried out with your real accounts.",
    consequences: describeActions(trigger),
    action: "Fire",
    cancel: cancel(trigger, "Don't fire"),
  };
};

/** Asks before the actions of an event are carried out again. */
export const describeReplay: DescribeEnd = async (request) => {
  const event = await readEvent(request);
  const trigger = await request.context.platform("getTrigger", { trigger: event.trigger });
  return {
    title: "Replay the event?",
    lead: "Its actions are carried out again. What they did the first time may happen twice.",
    consequences: describeActions(trigger),
    action: "Replay",
    cancel: { text: "Don't replay", path: `/events/${event.id}` },
  };
};

/** Asks before an event is deleted. */
export const describeEventDeletion: DescribeEnd = async (request) => {
  const event = await readEvent(request);
  const isWaiting = event.status === "acting";
  return {
    title: "Delete the event?",
    lead: "This can't be undone.",
    consequences: [
      { icon: "activity", text: "Its data is deleted", detail: "The event isn't accepted again." },
      ...(isWaiting ? [{ icon: "bolt" as const, text: "Its actions are canceled" }] : []),
    ],
    kept: "The runs that it started stay in the log.",
    action: "Delete the event",
    cancel: { text: "Keep it", path: `/events/${event.id}` },
  };
};
