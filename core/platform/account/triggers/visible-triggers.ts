import { Problem } from "../../../http/problem.ts";
import type { Member } from "../../../ports/stores/people-store.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { readParameter } from "../pages/page-request.ts";
import type { Event, Trigger } from "./trigger.ts";

/** Whether a member may see a trigger or an event: only owners see those of end users. */
export const mayViewTrigger = (
  { user }: Pick<Trigger, "user">,
  { role }: Pick<Member, "role">,
): boolean => role === "owner" || user === null;

/** Reads the trigger of the path. Rejects with the `Problem` "trigger_not_found". */
export async function readTrigger(request: PageRequest): Promise<Trigger> {
  const { context } = request;
  const trigger = await context.platform("getTrigger", {
    trigger: readParameter(request, "trigger"),
  });
  if (mayViewTrigger(trigger, context.current.member)) return trigger;
  throw new Problem("trigger_not_found", "Only owners see the triggers of end users.");
}

/** Reads the event of the path. Rejects with the `Problem` "event_not_found". */
export async function readEvent(request: PageRequest): Promise<Event> {
  const { context } = request;
  const event = await context.platform("getEvent", { event: readParameter(request, "event") });
  if (mayViewTrigger(event, context.current.member)) return event;
  throw new Problem("event_not_found", "Only owners see the events of end users.");
}
