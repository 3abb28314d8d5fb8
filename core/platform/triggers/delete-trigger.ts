import { Problem } from "../../http/problem.ts";
import type { AuditEntry } from "../../ports/stores/audit-log.ts";
import { type StoredTrigger, triggerApps } from "../../ports/stores/trigger-store.ts";
import type { Watch } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import { nextDelay } from "./actions/retry-schedule.ts";
import type { EmitPlatformEvent } from "./events/platform-events.ts";
import { requireTrigger } from "./find-trigger.ts";
import { updateTrigger } from "./pause-trigger.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import { CheckFailure } from "./watch/check-failure.ts";
import type { Watcher } from "./watch/watcher.ts";

const DAY = 86_400_000;

/** Deletes a trigger, and removes its subscription at the app. */
export async function deleteTrigger(
  deps: TriggerDeps,
  watcherFor: (watch: Watch) => Watcher<Watch>,
  actor: Actor,
  id: string,
): Promise<void> {
  const stored = await requireTrigger(deps, actor, id);
  const { name, watch } = stored.trigger;
  const deleted = createActorEntry(deps.now(), actor, {
    action: "trigger.deleted",
    subject: id,
    details: { name },
  });
  const watcher = watcherFor(watch);
  try {
    await watcher.stop?.(stored);
  } catch (error) {
    await deleteLater(deps, id, deleted);
    if (!(error instanceof CheckFailure) && !(error instanceof Problem)) deps.onError(error);
    return;
  }
  // Another request may have been first. Then the trigger is unknown.
  if (!(await deps.triggerStore.remove(id, { entry: deleted })))
    await requireTrigger(deps, actor, id);
}

/** Deletes a trigger after its subscription at the app was removed, which the worker tries again. */
async function deleteLater(
  deps: Pick<TriggerDeps, "triggerStore" | "eventStore" | "now" | "wake">,
  id: string,
  entry: AuditEntry,
): Promise<void> {
  const at = deps.now();
  await updateTrigger(deps, id, ({ progress }) => ({
    set: {
      status: "deleting",
      updated: new Date(at).toISOString(),
      progress: { ...progress, failures: 0, due: at + (nextDelay(1, { random: 0.5 }) ?? 0) },
    },
    entry,
  }));
  await deps.eventStore.cancelAll(id);
  deps.wake();
}

/**
 * Creates the function that tries again to remove the subscription of a trigger, and then deletes the
 * trigger. It gives up after a day, and fires `platform` triggers.
 */
export const createDeletion =
  (
    { triggerStore, now, random }: Pick<TriggerDeps, "triggerStore" | "now" | "random">,
    {
      watcherFor,
      emit,
    }: {
      readonly watcherFor: (watch: Watch) => Watcher<Watch>;
      readonly emit: EmitPlatformEvent;
    },
  ) =>
  async (stored: StoredTrigger): Promise<void> => {
    const { trigger } = stored;
    const { id, account, user, app, connection, name, progress } = trigger;
    try {
      await watcherFor(trigger.watch).stop?.(stored);
      await triggerStore.remove(id);
    } catch {
      const failures = (progress.failures ?? 0) + 1;
      const end = Date.parse(trigger.updated) + DAY;
      const delay = nextDelay(failures, { random: random() });
      if (now() < end && delay !== undefined) {
        const next = { ...progress, failures, due: Math.min(now() + delay, end) };
        await triggerStore.save({ ...trigger, progress: next, revision: trigger.revision + 1 });
        return;
      }
      await triggerStore.remove(id);
      await emit(account, {
        type: "subscription.failing",
        key: id,
        subject: id,
        user,
        app,
        connection,
        apps: triggerApps(trigger),
        data: {
          trigger: id,
          name,
          message: `The subscription at ${app} couldn't be removed. Remove it there.`,
        },
      });
    }
  };
