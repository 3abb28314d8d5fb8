import { actionApps, type Trigger, triggerApps } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { covers } from "../../auth/reach.ts";
import { pauseTrigger } from "../pause-trigger.ts";
import type { TriggerDeps } from "../trigger-types.ts";

/** Why a trigger is paused whose key or person may no longer run tools. */
const REVOKED = {
  code: "key_revoked",
  message:
    "The API key of the trigger was revoked or expired, or the person left the account. Resume the trigger with another key.",
};

/** Why a trigger is paused whose key may no longer use all of its apps, or act for its end user. */
const LIMITED = {
  code: "key_limited",
  message:
    "The API key of the trigger may not use all of its apps, or not act for its end user. Resume the trigger with another key.",
};

/**
 * Finds the key or the person that a trigger acts for. Pauses the trigger if it may no longer run
 * tools, or no longer do all that the trigger does.
 */
export async function findTriggerActor(
  deps: Pick<TriggerDeps, "findActor" | "triggerStore" | "now" | "onPaused">,
  trigger: Trigger,
): Promise<Actor | undefined> {
  const { id, account, key, user } = trigger;
  const actor = await deps.findActor(account, key);
  if (!actor?.permissions.includes("run")) {
    await pauseTrigger(deps, id, REVOKED);
    return undefined;
  }
  // Events of Jackfield itself are compared with the apps of the key one by one.
  const apps = trigger.kind === "platform" ? actionApps(trigger) : triggerApps(trigger);
  if (!covers(actor, { account, user, apps })) {
    await pauseTrigger(deps, id, LIMITED);
    return undefined;
  }
  return { ...actor, user: actor.user ?? user };
}
