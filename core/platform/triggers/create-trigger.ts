import { digestIdempotencyKey, idempotencyConflict } from "../../http/idempotency.ts";
import { Problem } from "../../http/problem.ts";
import { sortableId } from "../../lib/kit/bytes/sortable-id.ts";
import type { StoredTrigger, Trigger, TriggerClaim } from "../../ports/stores/trigger-store.ts";
import type { Watch } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import { mayAccessTrigger } from "../auth/reach.ts";
import type { AcceptEvents } from "./events/accept-events.ts";
import { actorFor, showTrigger } from "./find-trigger.ts";
import {
  listNewSecrets,
  prepareActions,
  requireMetadata,
  requireValidFilter,
} from "./trigger-input.ts";
import { encryptTriggerSecrets, type TriggerSecrets } from "./trigger-secrets.ts";
import type { ChangedTrigger, TriggerRequest } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import { CheckFailure } from "./watch/check-failure.ts";
import type { Preparation, Watcher } from "./watch/watcher.ts";
import { digestAddress } from "./webhooks/webhook-address.ts";

export interface CreateTriggerParts {
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
  readonly accept: AcceptEvents;
}

/** See `TriggerService`. */
export async function createTrigger(
  deps: TriggerDeps,
  parts: CreateTriggerParts,
  actor: Actor,
  request: TriggerRequest,
): Promise<ChangedTrigger> {
  const owner = actorFor(actor, request.user);
  requireValidFilter(request.filter, "/filter");
  requireMetadata(request.metadata ?? {});
  await requireRoom(deps, actor.account, owner.user);
  const at = deps.now();
  const id = sortableId("trg", at);
  const prepared = await prepareActions(deps, owner, request.actions);
  const watcher = parts.watcherFor(request.watch);
  const watched = await watcher.prepare(request.watch, { actor: owner, id });
  const { actions, deliveries } = prepared;
  const trigger = newTrigger(actor, request, { id, at, user: owner.user, actions, watched });
  const secrets: TriggerSecrets = { ...watched.secrets, deliveries };
  const added = await addTrigger(deps, { actor, owner, request, trigger, secrets, watched });
  if ("existing" in added)
    return { ...(await showTrigger(deps, actor, added.existing)), newSecrets: [], samples: [] };
  const stored = await startWatching(deps, parts, added.stored);
  deps.wake();
  if (watched.backfill && watched.backfill.length > 0)
    await parts.accept(trigger, watched.backfill);
  return {
    stored,
    secrets,
    newSecrets: listNewSecrets(watched.newSecret, prepared.newSecrets),
    samples: watched.samples ?? [],
  };
}

/** Finds the trigger that was created by an equal request with the same idempotency key. */
export async function findExistingTrigger(
  { triggerStore }: Pick<TriggerDeps, "triggerStore">,
  actor: Actor,
  request: TriggerRequest & { readonly idempotencyKey: string },
): Promise<StoredTrigger | undefined> {
  const { key } = await createClaim(actor, request.idempotencyKey, request);
  const stored = await triggerStore.findByClaim(key);
  return stored && mayAccessTrigger(actor, stored.trigger) ? stored : undefined;
}

/** Rejects before anything is sent. The store counts again when it adds the trigger. */
async function requireRoom(
  { triggerStore, limits }: Pick<TriggerDeps, "triggerStore" | "limits">,
  account: string,
  user: string | undefined,
): Promise<void> {
  if ((await triggerStore.count(account, undefined)) >= limits.perAccount)
    throw fullProblem(limits, "account", user);
  if (user !== undefined && (await triggerStore.count(account, user)) >= limits.perUser)
    throw fullProblem(limits, "user", user);
}

function newTrigger(
  actor: Actor,
  { name, filter, order, maxPerMinute, metadata = {} }: TriggerRequest,
  {
    id,
    at,
    user,
    actions,
    watched,
  }: {
    readonly id: string;
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly user: string | undefined;
    readonly actions: Trigger["actions"];
    readonly watched: Preparation;
  },
): Trigger {
  const { watch, app, connection, progress } = watched;
  const created = new Date(at).toISOString();
  return {
    id,
    account: actor.account,
    user,
    key: actor.id,
    name,
    kind: watch.kind,
    watch: { ...watch },
    app,
    connection,
    ...(watch.kind === "platform" && actor.apps && { onlyApps: actor.apps }),
    filter,
    actions,
    order,
    maxPerMinute,
    status: "active",
    metadata,
    progress,
    version: 1,
    revision: 1,
    created,
    updated: created,
  };
}

/** Stores a new trigger, or finds the one that an equal request has created. */
async function addTrigger(
  { triggerStore, vault, limits, now }: TriggerDeps,
  {
    actor,
    owner,
    request,
    trigger,
    secrets,
    watched,
  }: {
    readonly actor: Actor;
    /** The end user's actor. */
    readonly owner: Actor;
    readonly request: TriggerRequest;
    readonly trigger: Trigger;
    readonly secrets: TriggerSecrets;
    readonly watched: Preparation;
  },
): Promise<{ readonly stored: StoredTrigger } | { readonly existing: StoredTrigger }> {
  const { id, name, kind } = trigger;
  const { idempotencyKey } = request;
  const claim =
    idempotencyKey === undefined ? undefined : await createClaim(owner, idempotencyKey, request);
  const encryptedSecrets = await encryptTriggerSecrets(vault, trigger, secrets);
  const result = await triggerStore.add(trigger, {
    encryptedSecrets,
    cursor: watched.cursor,
    ...(secrets.address !== undefined && { address: await digestAddress(secrets.address) }),
    claim,
    max: limits,
    entry: createActorEntry(now(), actor, {
      action: "trigger.created",
      subject: id,
      details: { name, kind },
    }),
  });
  if (result.outcome === "full") throw fullProblem(limits, result.of, owner.user);
  if (result.outcome !== "existing") return { stored: { trigger, encryptedSecrets } };
  if (result.request !== claim?.request || !mayAccessTrigger(actor, result.stored.trigger))
    throw idempotencyConflict("trigger", "Use a new idempotency key for another trigger.");
  return { existing: result.stored };
}

/** Sets up what a new trigger needs outside. Deletes the trigger if that fails. */
async function startWatching(
  { triggerStore }: Pick<TriggerDeps, "triggerStore">,
  { watcherFor }: CreateTriggerParts,
  stored: StoredTrigger,
): Promise<StoredTrigger> {
  const watcher = watcherFor(stored.trigger.watch);
  if (!watcher.maintain) return stored;
  try {
    return await watcher.maintain(stored);
  } catch (error) {
    await triggerStore.remove(stored.trigger.id);
    throw error instanceof CheckFailure ? subscriptionProblem(error) : error;
  }
}

/** The digests of an idempotency key. Keys of different end users never conflict. */
const createClaim = (
  { account, user }: Actor,
  idempotencyKey: string,
  request: TriggerRequest,
): Promise<TriggerClaim> =>
  digestIdempotencyKey([account, user ?? null, "trigger"], idempotencyKey, request);

const fullProblem = (
  limits: TriggerDeps["limits"],
  of: "account" | "user",
  user: string | undefined,
): Problem =>
  tooManyProblem(
    of === "account"
      ? `The account has ${limits.perAccount} triggers`
      : `End user "${user}" has ${limits.perUser} triggers`,
  );

/** The `Problem` of a subscription that an app rejects. */
const subscriptionProblem = ({ message }: CheckFailure) =>
  new Problem("subscription_refused", `The subscription failed. ${message}`, {
    hint: "Check the arguments, and that the connection may manage webhooks. Or poll a list of the app instead.",
  });

const tooManyProblem = (sentence: string) =>
  new Problem("too_many_triggers", `${sentence}, which is the limit.`, {
    hint: "Delete triggers that you no longer need, or ask the operator of this service to raise the limit.",
  });
