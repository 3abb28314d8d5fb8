import type { Trigger } from "../../ports/trigger-store.ts";
import { pauseTrigger } from "./pause-trigger.ts";
import type { TriggerDeps } from "./trigger-types.ts";

/** Why a trigger is paused whose key or person may no longer run tools. */
export const REVOKED = {
  code: "key_revoked",
  message:
    "The API key of the trigger was revoked or expired, or the person left the account. Resume the trigger with another key.",
};

/**
 * Finds the key or the person that a trigger acts for. Pauses the trigger if it may no longer run
 * tools.
 */
export async function findTriggerActor(
  deps: Pick<TriggerDeps, "findActor" | "triggerStore" | "now" | "onPaused">,
  { id, account, key, user }: Pick<Trigger, "id" | "account" | "key" | "user">,
) {
  const actor = await deps.findActor(account, key);
  if (actor?.permissions.includes("run")) return { ...actor, user: actor.user ?? user };
  await pauseTrigger(deps, id, REVOKED);
  return undefined;
}
