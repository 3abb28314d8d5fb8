import type { ClaimedJob } from "../../ports/job-queue.ts";
import { PARKED_CODE, parkedMessage } from "../jobs/parked.ts";
import { settleAction } from "./actions/settle-action.ts";
import { pauseTrigger } from "./pause-trigger.ts";
import type { TriggerDeps } from "./trigger-types.ts";

/**
 * Creates the functions that park the jobs of triggers and actions under which the process died. The
 * trigger is paused, and the action of the event is dead, until somebody tries again.
 */
export function createParking(
  deps: Pick<TriggerDeps, "triggerStore" | "eventStore" | "now" | "onPaused">,
): { parkTrigger(job: ClaimedJob): Promise<void>; parkAction(job: ClaimedJob): Promise<void> } {
  const { triggerStore, eventStore } = deps;
  return {
    async parkTrigger({ key }) {
      const stored = await triggerStore.find(key);
      // The subscription may stay at the app, whose requests then find no trigger.
      if (stored?.trigger.status === "deleting") await triggerStore.remove(key);
      else
        await pauseTrigger(deps, key, {
          code: PARKED_CODE,
          message: parkedMessage("checked this trigger", "Resume the trigger to try again."),
        });
    },
    async parkAction({ key }) {
      const [eventId = "", actionId = ""] = key.split(".");
      const stored = await eventStore.find(eventId);
      if (!stored) return;
      await settleAction({ eventStore }, stored, actionId, (action) => ({
        ...action,
        status: "dead",
        reason: parkedMessage("carried out this action", "Replay the event to try again."),
        next: undefined,
      }));
    },
  };
}
