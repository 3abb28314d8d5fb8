import { digestIdempotencyKey, idempotencyConflict } from "../../http/idempotency.ts";
import { Problem } from "../../http/problem.ts";
import { sortableId } from "../../lib/kit/sortable-id.ts";
import { createWebhookSecret } from "../../lib/webhooks/index.ts";
import type { StoredTrigger, Trigger, TriggerClaim } from "../../ports/trigger-store.ts";
import type { Actor } from "../auth/actor.ts";
import { type AuditChange, createActorEntry } from "../auth/audit-entry.ts";
import { allowsApp } from "../auth/permission.ts";
import type { AcceptEvents } from "./accept-events.ts";
import { createChangeTrigger } from "./change-trigger.ts";
import { CheckFailure } from "./check-failure.ts";
import { deleteLater } from "./delete-trigger.ts";
import type { FireTrigger } from "./fire-trigger.ts";
import type { Watcher } from "./kinds/watcher.ts";
import { createSigningSecret } from "./kinds/webhook.ts";
import { DEFAULT_SCHEME } from "./known-schemes.ts";
import { toAppType } from "./list-trigger-types.ts";
import { updateTrigger } from "./pause-trigger.ts";
import { readSharedSecrets } from "./shared-webhooks/webhook-secrets.ts";
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
  replaceSecret,
  type TriggerSecrets,
} from "./trigger-secrets.ts";
import type { ChangedTrigger, TriggerRequest, TriggerService } from "./trigger-service.ts";
import type { Action, TriggerDeps, Watch, WebhookWatch } from "./trigger-types.ts";
import { digestAddress } from "./webhook-address.ts";

const TRIGGER_ID = /^trg_[0-9a-f]{32}$/;

export interface TriggerServiceParts {
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
  readonly accept: AcceptEvents;
  readonly fire: FireTrigger;
}

/** Creates the trigger service. */
export function createTriggerService(
  deps: TriggerDeps,
  { watcherFor, accept, fire }: TriggerServiceParts,
): TriggerService {
  const { triggerStore, eventStore, vault, limits, now } = deps;

  const entry = (actor: Actor, change: AuditChange) => createActorEntry(now(), actor, change);

  const requireTrigger = async (actor: Actor, id: string): Promise<StoredTrigger> => {
    const stored = TRIGGER_ID.test(id) ? await triggerStore.find(id) : undefined;
    if (stored && stored.trigger.status !== "deleting" && isVisible(actor, stored.trigger))
      return stored;
    throw new Problem("trigger_not_found", `Unknown trigger ${JSON.stringify(id.slice(0, 100))}.`, {
      hint: "List the triggers: GET /api/v1/triggers.",
    });
  };

  /** Only whoever may run tools sees the address, because anyone who has it can call it. */
  const show = async (actor: Actor, stored: StoredTrigger) => ({
    stored,
    ...(actor.permissions.includes("run") &&
      stored.encryptedSecrets !== undefined && {
        secrets: await decryptTriggerSecrets(vault, stored),
      }),
  });

  const requireRoom = async (account: string, user: string | undefined) => {
    if ((await triggerStore.count(account, undefined)) >= limits.perAccount)
      throw tooManyProblem(`The account has ${limits.perAccount} triggers`);
    if (user !== undefined && (await triggerStore.count(account, user)) >= limits.perUser)
      throw tooManyProblem(`End user "${user}" has ${limits.perUser} triggers`);
  };

  /** Returns the person or the key for a trigger of an end user. */
  const actorFor = (actor: Actor, user: string | undefined): Actor => {
    if (actor.user !== undefined && user !== undefined && user !== actor.user)
      throw new Problem(
        "permission_denied",
        `API key "${actor.name}" can't create triggers for end user "${user}".`,
        {
          hint: `Omit user to create it for "${actor.user}", or use an API key that is not bound to an end user.`,
        },
      );
    return { ...actor, user: actor.user ?? user };
  };

  /** Sets up what a new trigger needs outside. Deletes the trigger if that fails. */
  const startWatching = async (stored: StoredTrigger): Promise<StoredTrigger> => {
    const watcher = watcherFor(stored.trigger.watch as unknown as Watch);
    if (!watcher.maintain) return stored;
    try {
      return await watcher.maintain(stored);
    } catch (error) {
      await triggerStore.remove(stored.trigger.id);
      throw error instanceof CheckFailure ? subscriptionProblem(error) : error;
    }
  };

  const find: TriggerService["find"] = async (actor, id) =>
    show(actor, await requireTrigger(actor, id));

  /** Creates another signing secret. `undefined` if the sender creates it. */
  const createSigningSecretFor = ({ watch }: Trigger): string | undefined => {
    const { scheme = DEFAULT_SCHEME } = watch as unknown as WebhookWatch;
    const known = deps.schemes.get(scheme);
    return known && createSigningSecret(scheme, known);
  };

  return {
    find,
    async listAppTypes(app) {
      const shared = deps.sharedWebhooks.get(app);
      const isSetUp = shared && (await readSharedSecrets(deps, app)) !== undefined;
      const known = isSetUp ? shared : deps.appWebhooks.get(app);
      return (known?.types ?? []).map((type) => toAppType(app, type));
    },
    update: createChangeTrigger(deps, { watcherFor, requireTrigger, actorFor }),
    fire: async (actor, id, request) => fire(await requireTrigger(actor, id), request),

    async create(actor, request) {
      const owner = actorFor(actor, request.user);
      const { name, filter, order, maxPerMinute, metadata = {}, idempotencyKey } = request;
      requireValidFilter(filter, "/filter");
      requireMetadata(metadata);
      await requireRoom(actor.account, owner.user);
      const at = now();
      const id = sortableId("trg", at);
      const { actions, deliveries, newSecrets } = await prepareActions(
        deps,
        owner,
        request.actions,
      );
      const prepared = await watcherFor(request.watch).prepare(request.watch, { actor: owner, id });
      const created = new Date(at).toISOString();
      const trigger: Trigger = {
        id,
        account: actor.account,
        user: owner.user,
        key: actor.id,
        name,
        kind: prepared.watch.kind,
        watch: { ...prepared.watch },
        app: prepared.app,
        connection: prepared.connection,
        filter,
        actions,
        order,
        maxPerMinute,
        status: "active",
        metadata,
        progress: prepared.progress,
        version: 1,
        revision: 1,
        created,
        updated: created,
      };
      const secrets: TriggerSecrets = { ...prepared.secrets, deliveries };
      const claim =
        idempotencyKey === undefined
          ? undefined
          : await createClaim(owner, idempotencyKey, request);
      const encryptedSecrets = await encryptTriggerSecrets(vault, trigger, secrets);
      const result = await triggerStore.add(trigger, {
        encryptedSecrets,
        cursor: prepared.cursor,
        ...(secrets.address !== undefined && { address: await digestAddress(secrets.address) }),
        claim,
        entry: entry(actor, {
          action: "trigger.created",
          subject: id,
          details: { name, kind: trigger.kind },
        }),
      });
      if (result.outcome === "existing") {
        if (result.request !== claim?.request)
          throw idempotencyConflict("trigger", "Use a new idempotency key for another trigger.");
        return { ...(await show(actor, result.stored)), newSecrets: [], samples: [] };
      }
      const stored = await startWatching({ trigger, encryptedSecrets });
      deps.wake();
      if (prepared.backfill && prepared.backfill.length > 0)
        await accept(trigger, prepared.backfill);
      return {
        stored,
        secrets,
        newSecrets: listNewSecrets(prepared.newSecret, newSecrets),
        samples: prepared.samples ?? [],
      };
    },

    async findExisting(actor, request) {
      const { key } = await createClaim(actor, request.idempotencyKey, request);
      return triggerStore.findByClaim(key);
    },

    async list(actor, { user, ...filter }) {
      if (actor.user !== undefined && user !== undefined && user !== actor.user) return [];
      const stored = await triggerStore.list({
        ...filter,
        account: actor.account,
        user: actor.user ?? user,
        apps: actor.apps,
      });
      return Promise.all(stored.map((each) => show(actor, each)));
    },

    async remove(actor, id) {
      const stored = await requireTrigger(actor, id);
      const { name, watch } = stored.trigger;
      const deleted = entry(actor, { action: "trigger.deleted", subject: id, details: { name } });
      const watcher = watcherFor(watch as unknown as Watch);
      try {
        await watcher.stop?.(stored);
      } catch (error) {
        await deleteLater(deps, id, deleted);
        if (!(error instanceof CheckFailure) && !(error instanceof Problem)) deps.onError(error);
        return;
      }
      await triggerStore.remove(id, deleted);
    },

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
        const typed = action as unknown as Action;
        if (typed.kind === "run") await catalogView.toolForRun(typed.tool);
      }
      await updateTrigger(deps, id, (trigger) => {
        const { watch, actions, status, key } = trigger;
        const isPaused = status === "paused";
        if (!isPaused && key === actor.id && actions.every((each) => each.status === "active"))
          return undefined;
        const typed = watch as unknown as Watch;
        const resumed = watcherFor(typed).resume?.(trigger) ?? trigger.progress;
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

    async rotate(actor, id, { secret, overlapSeconds }): Promise<ChangedTrigger> {
      const stored = await requireTrigger(actor, id);
      const { trigger } = stored;
      const secrets = await decryptTriggerSecrets(vault, stored);
      const times = { now: now(), until: now() + overlapSeconds * 1_000 };
      if (secret !== undefined && secrets.signing === undefined)
        throw new Problem("signing_required", "The trigger has no signing secret to replace.", {
          hint: "Leave out secret.",
          errors: [{ pointer: "/secret", detail: "The trigger has no signing secret." }],
        });
      const newSigning = secret ?? (secrets.signing && createSigningSecretFor(trigger));
      const newSecrets: Record<string, string> = {};
      const deliveries = Object.fromEntries(
        Object.entries(secrets.deliveries).map(([action, delivery]) => {
          const created = createWebhookSecret();
          newSecrets[action] = created;
          const replaced = replaceSecret(delivery.secrets, created, times);
          return [action, { ...delivery, secrets: replaced }];
        }),
      );
      const rotated: TriggerSecrets = {
        ...secrets,
        ...(newSigning !== undefined && {
          signing: replaceSecret(secrets.signing, newSigning, times),
        }),
        deliveries,
      };
      const next = { ...trigger, revision: trigger.revision + 1 };
      const isSaved = await triggerStore.save(next, {
        encryptedSecrets: await encryptTriggerSecrets(vault, trigger, rotated),
        entry: entry(actor, { action: "trigger.rotated", subject: id, details: {} }),
      });
      if (!isSaved) throw changedProblem(id);
      return {
        stored: { ...stored, trigger: next },
        secrets: rotated,
        newSecrets: listNewSecrets(secret === undefined ? newSigning : undefined, newSecrets),
        samples: [],
      };
    },
  };
}

/** The digests of an idempotency key. Keys of different end users never conflict. */
const createClaim = (
  { account, user }: Actor,
  idempotencyKey: string,
  request: TriggerRequest,
): Promise<TriggerClaim> =>
  digestIdempotencyKey([account, user ?? null, "trigger"], idempotencyKey, request);

const isVisible = (actor: Actor, { account, user, app }: Trigger): boolean =>
  account === actor.account &&
  (actor.user === undefined || actor.user === user) &&
  (app === undefined || allowsApp(actor, app));

/** The `Problem` of a subscription that an app rejects. */
const subscriptionProblem = ({ message }: CheckFailure) =>
  new Problem("subscription_refused", `The subscription failed. ${message}`, {
    hint: "Check the arguments, and that the connection may manage webhooks. Or poll a list of the app instead.",
  });

const tooManyProblem = (sentence: string) =>
  new Problem("too_many_triggers", `${sentence}, which is the limit.`, {
    hint: "Delete triggers that you no longer need, or ask the operator of this service to raise the limit.",
  });
