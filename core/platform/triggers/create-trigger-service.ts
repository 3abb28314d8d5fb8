import { digestIdempotencyKey, idempotencyConflict } from "../../http/idempotency.ts";
import { Problem } from "../../http/problem.ts";
import { sortableId } from "../../lib/kit/bytes/sortable-id.ts";
import type { StoredTrigger, Trigger, TriggerClaim } from "../../ports/stores/trigger-store.ts";
import type { Watch } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import { type AuditChange, createActorEntry } from "../auth/audit-entry.ts";
import { mayAccessTrigger } from "../auth/reach.ts";
import { createChangeTrigger } from "./change-trigger.ts";
import { deleteLater } from "./delete-trigger.ts";
import type { AcceptEvents } from "./events/accept-events.ts";
import type { FireTrigger } from "./events/fire-trigger.ts";
import { createPauseByHand } from "./pause-by-hand.ts";
import { createRotateTrigger } from "./rotate-trigger.ts";
import {
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
import type { TriggerRequest, TriggerService } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import { CheckFailure } from "./watch/check-failure.ts";
import { toAppType } from "./watch/list-trigger-types.ts";
import type { Watcher } from "./watch/watcher.ts";
import { digestAddress } from "./webhooks/webhook-address.ts";
import { readSharedSecrets } from "./webhooks/webhook-secrets.ts";

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
  const { triggerStore, vault, limits, now } = deps;

  const entry = (actor: Actor, change: AuditChange) => createActorEntry(now(), actor, change);

  const requireTrigger = async (actor: Actor, id: string): Promise<StoredTrigger> => {
    const stored = TRIGGER_ID.test(id) ? await triggerStore.find(id) : undefined;
    if (stored && stored.trigger.status !== "deleting" && mayAccessTrigger(actor, stored.trigger))
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

  const fullProblem = (of: "account" | "user", user: string | undefined) =>
    tooManyProblem(
      of === "account"
        ? `The account has ${limits.perAccount} triggers`
        : `End user "${user}" has ${limits.perUser} triggers`,
    );

  /** Rejects before anything is sent. The store counts again when it adds the trigger. */
  const requireRoom = async (account: string, user: string | undefined) => {
    if ((await triggerStore.count(account, undefined)) >= limits.perAccount)
      throw fullProblem("account", user);
    if (user !== undefined && (await triggerStore.count(account, user)) >= limits.perUser)
      throw fullProblem("user", user);
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
    const watcher = watcherFor(stored.trigger.watch);
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

  return {
    find,
    async listAppTypes(app) {
      const shared = deps.sharedWebhooks.get(app);
      const isSetUp = shared && (await readSharedSecrets(deps, app)) !== undefined;
      const known = isSetUp ? shared : deps.appWebhooks.get(app);
      return (known?.types ?? []).map((type) => toAppType(app, type));
    },
    ...createPauseByHand(deps, { watcherFor, requireTrigger, actorFor, find }),
    rotate: createRotateTrigger(deps, requireTrigger),
    update: createChangeTrigger(deps, { watcherFor, requireTrigger, actorFor }),
    fire: async (actor, id, request) => fire(actor, await requireTrigger(actor, id), request),

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
        ...(prepared.watch.kind === "platform" && actor.apps && { onlyApps: actor.apps }),
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
        max: limits,
        entry: entry(actor, {
          action: "trigger.created",
          subject: id,
          details: { name, kind: trigger.kind },
        }),
      });
      if (result.outcome === "full") throw fullProblem(result.of, owner.user);
      if (result.outcome === "existing") {
        if (result.request !== claim?.request || !mayAccessTrigger(actor, result.stored.trigger))
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
      const stored = await triggerStore.findByClaim(key);
      return stored && mayAccessTrigger(actor, stored.trigger) ? stored : undefined;
    },

    async list(actor, { user, ...filter }) {
      if (actor.user !== undefined && user !== undefined && user !== actor.user) return [];
      const stored = await triggerStore.list({
        ...filter,
        account: actor.account,
        user: actor.user ?? user,
        apps: actor.apps,
      });
      const visible = stored.filter(({ trigger }) => mayAccessTrigger(actor, trigger));
      return Promise.all(visible.map((each) => show(actor, each)));
    },

    async remove(actor, id) {
      const stored = await requireTrigger(actor, id);
      const { name, watch } = stored.trigger;
      const deleted = entry(actor, { action: "trigger.deleted", subject: id, details: { name } });
      const watcher = watcherFor(watch);
      try {
        await watcher.stop?.(stored);
      } catch (error) {
        await deleteLater(deps, id, deleted);
        if (!(error instanceof CheckFailure) && !(error instanceof Problem)) deps.onError(error);
        return;
      }
      // Another request may have been first. Then the trigger is unknown.
      if (!(await triggerStore.remove(id, { entry: deleted }))) await requireTrigger(actor, id);
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

/** The `Problem` of a subscription that an app rejects. */
const subscriptionProblem = ({ message }: CheckFailure) =>
  new Problem("subscription_refused", `The subscription failed. ${message}`, {
    hint: "Check the arguments, and that the connection may manage webhooks. Or poll a list of the app instead.",
  });

const tooManyProblem = (sentence: string) =>
  new Problem("too_many_triggers", `${sentence}, which is the limit.`, {
    hint: "Delete triggers that you no longer need, or ask the operator of this service to raise the limit.",
  });
