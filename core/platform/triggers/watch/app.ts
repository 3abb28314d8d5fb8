import { inputProblem } from "../../../http/input/input-problem.ts";
import { Problem } from "../../../http/problem.ts";
import { renderTemplate } from "../../../lib/app-webhooks/index.ts";
import { didYouMean } from "../../../lib/kit/text/find-nearest.ts";
import { createArgumentsCheck } from "../../../lib/openapi-tools/call/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type {
  StoredTrigger,
  Trigger,
  TriggerProgress,
} from "../../../ports/stores/trigger-store.ts";
import type { AppWatch, PollWatch } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import { findTriggerActor } from "../actions/find-trigger-actor.ts";
import { updateTrigger } from "../pause-trigger.ts";
import { createAppClient, findAppType, type KnownAppType } from "../subscriptions/app-client.ts";
import { maintainSubscription, nextMaintenance } from "../subscriptions/maintain-subscription.ts";
import { saveSubscription } from "../subscriptions/save-subscription.ts";
import { decryptTriggerSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { createAddress } from "../webhooks/webhook-address.ts";
import type { PollWatcher } from "./poll.ts";
import type { CheckOptions, CheckResult, Preparation, PrepareOptions, Watcher } from "./watcher.ts";
import { createSigningSecret, requireScheme } from "./webhook.ts";

/** A list is read this often even without a notice, because a notice can get lost. In seconds. */
const LIST_INTERVAL = 3_600;
/** When a subscription is tried again if the process dies while it is created. */
const RETRY_MILLISECONDS = 60_000;

/** Watches events that an app sends, with a subscription at the app. */
export class AppWatcher implements Watcher<AppWatch> {
  readonly #deps: TriggerDeps;
  readonly #poll: PollWatcher;

  constructor(deps: TriggerDeps, poll: PollWatcher) {
    this.#deps = deps;
    this.#poll = poll;
  }

  async prepare(
    { secret, ...watch }: Parameters<Watcher<AppWatch>["prepare"]>[0],
    { actor, id, previous }: PrepareOptions<AppWatch>,
  ): Promise<Preparation> {
    const deps = this.#deps;
    const known = this.#requireType(watch);
    if (previous) return requireUnchanged(watch, previous.stored);
    const { record } = await deps.catalogViewFor(actor).app(known.app);
    requireReachable(deps, record);
    requireArguments(known, watch);
    const signing = createSecret(deps, known, secret);
    const { id: connection } = await deps.connections.use(actor, record, watch.connection, {
      timeoutMs: RETRY_MILLISECONDS,
    });
    const list = toPollWatch(known, watch);
    const prepared = list && (await this.#poll.prepare(list, { actor, id }));
    return {
      watch,
      app: known.app,
      connection,
      progress: { ...prepared?.progress, due: deps.now() + RETRY_MILLISECONDS },
      cursor: prepared?.cursor,
      samples: prepared?.samples,
      secrets: {
        address: createAddress(),
        signing: signing === undefined ? [] : [{ secret: signing }],
      },
    };
  }

  async maintain(stored: StoredTrigger<AppWatch>): Promise<StoredTrigger> {
    const { trigger } = stored;
    const actor = await findTriggerActor(this.#deps, trigger);
    if (!actor) return stored;
    const { known, client } = await this.#clientFor(stored, actor);
    const { subscription, secret } = await maintainSubscription(
      client,
      known,
      trigger.subscription,
      this.#deps.now(),
    );
    return (await saveSubscription(this.#deps, trigger.id, subscription, secret)) ?? stored;
  }

  async check(stored: StoredTrigger<AppWatch>, options: CheckOptions): Promise<CheckResult> {
    const { now } = this.#deps;
    const { trigger } = stored;
    const { watch } = trigger;
    const list = toPollWatch(this.#requireType(watch), watch);
    const due = nextMaintenance(trigger.subscription ?? { status: "starting" }, now());
    const progress = { ...trigger.progress, checked: new Date(now()).toISOString(), due };
    if (!list) return { events: [], progress };
    const polled = await this.#poll.check(
      { ...stored, trigger: { ...trigger, kind: list.kind, watch: list } },
      options,
    );
    return {
      ...polled,
      progress: { ...polled.progress, due: Math.min(due, polled.progress.due ?? due) },
    };
  }

  resume({ progress }: Trigger<AppWatch>): TriggerProgress {
    return { ...progress, due: this.#deps.now() };
  }

  /** The connection may unsubscribe for the account, also if the key of the trigger is revoked. */
  async stop(stored: StoredTrigger<AppWatch>): Promise<void> {
    const { trigger } = stored;
    if (trigger.subscription === undefined) return;
    const actor: Actor = {
      id: trigger.key,
      account: trigger.account,
      user: trigger.user,
      name: trigger.name,
      permissions: ["run"],
    };
    const { known, client } = await this.#clientFor(stored, actor);
    await client.send(known.webhooks.unsubscribe);
  }

  async notice(stored: StoredTrigger<AppWatch>): Promise<boolean> {
    const { now, wake } = this.#deps;
    const known = this.#requireType(stored.trigger.watch);
    if (!known.webhooks.isNotice) return false;
    await updateTrigger(this.#deps, stored.trigger.id, ({ status, progress }) =>
      status === "paused" ? undefined : { set: { progress: { ...progress, due: now() } } },
    );
    wake();
    return true;
  }

  #requireType({ type }: AppWatch): KnownAppType {
    const known = findAppType(this.#deps.appWebhooks, type);
    if (known) return known;
    throw unknownTypeProblem(this.#deps, type);
  }

  async #clientFor(stored: StoredTrigger<AppWatch>, actor: Actor) {
    const { trigger } = stored;
    const known = this.#requireType(trigger.watch);
    const secrets = await decryptTriggerSecrets(this.#deps.vault, stored);
    return { known, client: createAppClient(this.#deps, known, { actor, trigger, secrets }) };
  }
}

/** The list of a type whose requests have no data, as a poll of its own. */
const toPollWatch = ({ type: { list } }: KnownAppType, watch: AppWatch): PollWatch | undefined =>
  list && {
    ...list,
    kind: "poll",
    arguments: renderTemplate(list.arguments, watch.arguments ?? {}) as Record<string, unknown>,
    connection: watch.connection,
    interval: LIST_INTERVAL,
    on: list.on && [...list.on],
  };

function requireArguments({ app, type }: KnownAppType, watch: AppWatch): void {
  const check = createArgumentsCheck({
    input: {
      type: "object",
      properties: type.arguments,
      required: type.required,
      additionalProperties: false,
    },
    binding: undefined,
  });
  const errors = check(watch.arguments ?? {});
  if (errors.length === 0) return;
  throw inputProblem(errors, {
    within: "/watch/arguments",
    hint: `See the type in GET /api/v1/apps/${app}/triggers.`,
  });
}

/** The problem of an event type that no app has. */
export function unknownTypeProblem(
  { appWebhooks, sharedWebhooks }: Pick<TriggerDeps, "appWebhooks" | "sharedWebhooks">,
  type: string,
): Problem {
  const app = type.slice(0, Math.max(0, type.indexOf(".")));
  const { types = [] } = appWebhooks.get(app) ?? sharedWebhooks.get(app) ?? {};
  const names = types.map(({ name }) => `${app}.${name}`);
  return new Problem("invalid_input", `Unknown event type "${type}".`, {
    hint:
      didYouMean(type, names) ||
      `List the types of the app: GET /api/v1/apps/${app || "{app}"}/triggers. Its lists can be polled.`,
    errors: [{ pointer: "/watch/type", detail: "Must be a trigger type of the kind app." }],
  });
}

/** Rejects another subscription. The trigger stays as it is. */
export function requireUnchanged(watch: AppWatch, { trigger }: StoredTrigger<AppWatch>) {
  const same = (a: AppWatch, b: AppWatch) =>
    JSON.stringify([a.type, a.arguments ?? {}, a.connection]) ===
    JSON.stringify([b.type, b.arguments ?? {}, b.connection]);
  if (!same(watch, trigger.watch))
    throw new Problem("invalid_input", "The subscription of a trigger can't change.", {
      hint: "Create another trigger, and delete this one.",
      errors: [{ pointer: "/watch", detail: "Must be as before." }],
    });
  const { app, connection, progress } = trigger;
  return { watch, app, connection, progress };
}

/** Rejects a subscription whose app can't reach this service. An app in the same network can. */
function requireReachable(
  { origin, isAllowedOrigin }: TriggerDeps,
  { name, base }: AppRecord,
): void {
  const isNear = URL.canParse(base) && isAllowedOrigin(base);
  if (new URL(origin).protocol === "https:" || isNear) return;
  throw new Problem("subscription_refused", `${name} can't send events to ${origin}.`, {
    hint: "Set PLATFORM_URL to a public https address, or poll a list of the app instead.",
  });
}

/** Returns the secret to create the subscription with. `undefined` if the app creates it. */
function createSecret(
  { schemes }: TriggerDeps,
  { app, webhooks: { scheme, secretFrom } }: KnownAppType,
  given: string | undefined,
): string | undefined {
  const known = requireScheme(schemes, scheme);
  if (secretFrom === "response" || secretFrom === "handshake") return undefined;
  if (secretFrom === undefined)
    return createSigningSecret(scheme, { ...known, secretFrom: "jackfield" });
  if (given !== undefined) return given;
  throw new Problem("signing_required", `${app} signs all events with one secret.`, {
    hint: `Send it as secret. ${known.secret}`,
    errors: [{ pointer: "/watch/secret", detail: `Required for ${app}.` }],
  });
}
