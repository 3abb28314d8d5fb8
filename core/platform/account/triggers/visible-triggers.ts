import { Problem } from "../../../http/problem.ts";
import type { Member } from "../../../ports/stores/people-store.ts";
import type { PageRequest } from "../pages/page-request.ts";
import type { Event, Trigger } from "./trigger.ts";

/** Whether a member may see a trigger or an event: only owners see those of end users. */
export const mayViewTrigger = (
  { user }: Pick<Trigger, "user">,
  { role }: Pick<Member, "role">,
): boolean => role === "owner" || user === null;

/** Reads the trigger of the path. Rejects with the `Problem` "trigger_not_found". */
export async function readTrigger({ context, parameters }: PageRequest): Promise<Trigger> {
  const trigger = await context.platform("getTrigger", { trigger: parameters["trigger"]! });
  if (mayViewTrigger(trigger, context.current!.member)) return trigger;
  throw new Problem("trigger_not_found", "Only owners see the triggers of end users.");
}

/** Reads the event of the path. Rejects with the `Problem` "event_not_found". */
export async function readEvent({ context, parameters }: PageRequest): Promise<Event> {
  const event = await context.platform("getEvent", { event: parameters["event"]! });
  if (mayViewTrigger(event, context.current!.member)) return event;
  throw new Problem("event_not_found", "Only owners see the events of end users.");
}
