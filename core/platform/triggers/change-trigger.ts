import { Problem } from "../../http/problem.ts";
import type { StoredTrigger, Trigger } from "../../ports/stores/trigger-store.ts";
import type { Watch } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import {
  changedProblem,
  listNewSecrets,
  prepareActions,
  requireMetadata,
  requireValidFilter,
} from "./trigger-input.ts";
import {
  decryptTriggerSecrets,
  encryptTriggerSecrets,
  type TriggerSecrets,
} from "./trigger-secrets.ts";
import type { TriggerService, TriggerUpdate } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import type { Preparation, Watcher } from "./watch/watcher.ts";

interface ChangeTriggerParts {
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
  readonly requireTrigger: (actor: Actor, id: string) => Promise<StoredTrigger>;
  readonly actorFor: (actor: Actor, user: string | undefined) => Actor;
}

/** Creates the function that updates a trigger. */
export function createChangeTrigger(
  deps: TriggerDeps,
  { watcherFor, requireTrigger, actorFor }: ChangeTriggerParts,
): TriggerService["update"] {
  const { triggerStore, vault, now } = deps;

  return async (actor, id, update) => {
    const stored = await requireTrigger(actor, id);
    const { trigger } = stored;
    if (trigger.version !== update.version) throw changedProblem(id);
    const owner = actorFor(actor, trigger.user);
    const secrets = await decryptTriggerSecrets(vault, stored);
    requireValidFilter(update.filter || undefined, "/filter");
    if (update.metadata) requireMetadata(update.metadata);
    const actions =
      update.actions && (await prepareActions(deps, owner, update.actions, secrets.deliveries));
    const { watch, seenItems } = update;
    const watched =
      watch && (await prepareWatch(watcherFor, owner, { watch, seenItems, stored, secrets }));
    const nextSecrets = {
      ...secrets,
      ...watched?.secrets,
      ...(actions && { deliveries: actions.deliveries }),
    };
    const next = changedTrigger(trigger, update, { actions, watched, actor, at: now() });
    const isSaved = await triggerStore.save(next, {
      encryptedSecrets: await encryptTriggerSecrets(vault, trigger, nextSecrets),
      cursor: watched?.cursor,
      entry: createActorEntry(now(), actor, {
        action: "trigger.changed",
        subject: id,
        details: { name: next.name },
      }),
    });
    if (!isSaved) throw changedProblem(id);
    deps.wake();
    return {
      stored: { ...stored, trigger: next },
      secrets: nextSecrets,
      newSecrets: listNewSecrets(watched?.newSecret, actions?.newSecrets ?? {}),
      samples: watched?.samples ?? [],
    };
  };
}

/** The trigger after an update. */
function changedTrigger(
  trigger: Trigger,
  update: TriggerUpdate,
  {
    actions,
    watched,
    actor,
    at,
  }: {
    readonly actions: Awaited<ReturnType<typeof prepareActions>> | undefined;
    readonly watched: Preparation | undefined;
    readonly actor: Actor;
    /** Milliseconds since 1970. */
    readonly at: number;
  },
): Trigger {
  const { name, filter, order, maxPerMinute, metadata } = update;
  return {
    ...trigger,
    ...(name !== undefined && { name }),
    ...(filter !== undefined && { filter: filter || undefined }),
    ...(order !== undefined && { order }),
    ...(maxPerMinute !== undefined && { maxPerMinute }),
    ...(metadata !== undefined && { metadata }),
    ...(actions && { actions: actions.actions, key: actor.id }),
    ...(watched && {
      watch: { ...watched.watch },
      app: watched.app,
      connection: watched.connection,
      key: actor.id,
      progress:
        trigger.status === "paused" ? { ...watched.progress, due: undefined } : watched.progress,
      ...(trigger.status !== "paused" && { status: "active", reason: undefined }),
    }),
    version: trigger.version + 1,
    revision: trigger.revision + 1,
    updated: new Date(at).toISOString(),
  };
}

function prepareWatch(
  watcherFor: ChangeTriggerParts["watcherFor"],
  actor: Actor,
  {
    watch,
    seenItems,
    stored,
    secrets,
  }: {
    readonly watch: NonNullable<TriggerUpdate["watch"]>;
    readonly seenItems: TriggerUpdate["seenItems"];
    readonly stored: StoredTrigger;
    readonly secrets: TriggerSecrets;
  },
): Promise<Preparation> {
  const { trigger } = stored;
  if (watch.kind !== trigger.kind)
    throw new Problem("invalid_input", `The kind of a trigger can't change from ${trigger.kind}.`, {
      hint: "Create another trigger, and delete this one.",
      errors: [{ pointer: "/watch/kind", detail: `Must be "${trigger.kind}".` }],
    });
  return watcherFor(watch).prepare(watch, {
    actor,
    id: trigger.id,
    previous: { stored, secrets, seenItems, found: trigger.progress.found },
  });
}
