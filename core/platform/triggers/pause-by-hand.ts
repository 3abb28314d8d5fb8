import type { StoredTrigger } from "../../ports/stores/trigger-store.ts";
import type { Watch } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import { type AuditChange, createActorEntry } from "../auth/audit-entry.ts";
import { updateTrigger } from "./pause-trigger.ts";
import type { TriggerService } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import type { Watcher } from "./watch/watcher.ts";

interface PauseParts {
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
  requireTrigger(actor: Actor, id: string): Promise<StoredTrigger>;
  /** Returns the person or the key for a trigger of an end user. */
  actorFor(actor: Actor, user: string | undefined): Actor;
  readonly find: TriggerService["find"];
}

/** Creates the functions with which callers pause and resume a trigger. */
export function createPauseByHand(
  deps: TriggerDeps,
  { watcherFor, requireTrigger, actorFor, find }: PauseParts,
): Pick<TriggerService, "pause" | "resume"> {
  const { eventStore, now } = deps;
  const entry = (actor: Actor, change: AuditChange) => createActorEntry(now(), actor, change);

  return {
    async pause(actor, id, { drop }) {
      await requireTrigger(actor, id);
      await updateTrigger(deps, id, (trigger) => {
        if (trigger.status === "paused" && trigger.reason?.code === "by_hand") return undefined;
        return {
          set: {
            status: "paused",
            reason: {
              code: "by_hand",
              message: "The trigger was paused. Resume it to continue.",
              at: new Date(now()).toISOString(),
            },
            progress: { ...trigger.progress, due: undefined },
          },
          entry: entry(actor, { action: "trigger.paused", subject: id, details: {} }),
        };
      });
      if (drop) await eventStore.cancelAll(id);
      return find(actor, id);
    },

    async resume(actor, id) {
      const { trigger: current } = await requireTrigger(actor, id);
      const owner = actorFor(actor, current.user);
      // The actions run for this actor from now on, so it must be allowed to run them.
      const catalogView = deps.catalogViewFor(owner);
      for (const { action } of current.actions) {
        if (action.kind === "run") await catalogView.toolForRun(action.tool, action.connection);
      }
      await updateTrigger(deps, id, (trigger) => {
        const { watch, actions, status, key } = trigger;
        const isPaused = status === "paused";
        if (!isPaused && key === actor.id && actions.every((each) => each.status === "active"))
          return undefined;
        const resumed = watcherFor(watch).resume?.(trigger) ?? trigger.progress;
        return {
          set: {
            status: "active",
            reason: undefined,
            key: actor.id,
            actions: actions.map((each) => ({
              ...each,
              status: "active",
              failingSince: undefined,
            })),
            progress: isPaused
              ? { ...resumed, failures: undefined, failingSince: undefined, lastError: undefined }
              : trigger.progress,
          },
          entry: entry(actor, { action: "trigger.resumed", subject: id, details: {} }),
        };
      });
      deps.wake();
      return find(actor, id);
    },
  };
}
