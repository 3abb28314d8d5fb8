import type { Trigger, TriggerChange } from "../../ports/stores/trigger-store.ts";
import type { TriggerDeps } from "./trigger-types.ts";

/** How often a change is tried again because others changed the trigger at the same time. */
export const MAX_ATTEMPTS = 20;

/**
 * Changes a stored trigger with optimistic locking. After a conflicting change, `update` runs again
 * on the new state. If it returns `undefined`, the trigger stays unchanged. Resolves to the stored
 * trigger, or `undefined` if it doesn't exist.
 */
export async function updateTrigger(
  { triggerStore }: Pick<TriggerDeps, "triggerStore">,
  id: string,
  update: (trigger: Trigger) => (TriggerChange & { readonly set: Partial<Trigger> }) | undefined,
): Promise<Trigger | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await triggerStore.find(id);
    if (!stored) return undefined;
    const change = update(stored.trigger);
    if (!change) return stored.trigger;
    const { set, ...rest } = change;
    const trigger = { ...stored.trigger, ...set, revision: stored.trigger.revision + 1 };
    if (await triggerStore.save(trigger, rest)) return trigger;
  }
  throw new Error(`Trigger ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
}

/** Pauses a trigger unless it is paused already, and tells those who watch for that. */
export async function pauseTrigger(
  deps: Pick<TriggerDeps, "triggerStore" | "now" | "onPaused">,
  id: string,
  reason: { readonly code: string; readonly message: string },
  { when = () => true }: { when?(trigger: Trigger): boolean } = {},
): Promise<void> {
  let wasPaused = false;
  const trigger = await updateTrigger(deps, id, (current) => {
    const { status, progress } = current;
    wasPaused = status !== "paused" && when(current);
    if (!wasPaused) return undefined;
    return {
      set: {
        status: "paused",
        reason: { ...reason, at: new Date(deps.now()).toISOString() },
        progress: { ...progress, due: undefined },
      },
    };
  });
  if (wasPaused && trigger) deps.onPaused(trigger);
}
