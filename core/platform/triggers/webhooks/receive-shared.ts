import { Problem } from "../../../http/problem.ts";
import {
  isForConnections,
  readRoutes,
  type SharedWebhooks,
} from "../../../lib/app-webhooks/index.ts";
import { resolvePointer } from "../../../lib/kit/json/json-pointer.ts";
import {
  answerHandshake,
  parseBody,
  splitEvents,
  verifyWebhook,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookScheme,
} from "../../../lib/webhooks/index.ts";
import { ROUTED_PAGE, type Trigger, triggerApps } from "../../../ports/stores/trigger-store.ts";
import type { AcceptEvents } from "../events/accept-events.ts";
import type { EmitPlatformEvent } from "../events/platform-events.ts";
import { validSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { findSharedType, senderTypeOf } from "./shared-app-types.ts";
import { SHARED_HOOKS_PATH } from "./webhook-address.ts";
import {
  empty,
  pickHeaders,
  type ReceivedWebhook,
  refuse,
  tooManyEvents,
} from "./webhook-responses.ts";
import {
  isSharedSecret,
  mayBringSecret,
  readSharedSecrets,
  type SharedSecrets,
  storeSharedSecret,
} from "./webhook-secrets.ts";

const MAX_HANDSHAKE_BYTES = 10_000;

/** The events of a request that a trigger receives. */
interface Delivery {
  readonly trigger: Trigger;
  readonly events: readonly WebhookEvent[];
}

interface SharedWebhookReceiverParts {
  readonly accept: AcceptEvents;
  readonly emit: EmitPlatformEvent;
}

/** An app that sends the events of all connections to one address, with its secrets. */
interface SharedSender {
  readonly app: string;
  readonly webhooks: SharedWebhooks;
  readonly scheme: WebhookScheme;
  readonly state: SharedSecrets;
}

/** Receives the requests of apps that send the events of all connections to one address. */
export class SharedWebhookReceiver {
  readonly #deps: TriggerDeps;
  readonly #parts: SharedWebhookReceiverParts;

  constructor(deps: TriggerDeps, parts: SharedWebhookReceiverParts) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /** `undefined` if there is no such app, or the operator hasn't set it up. */
  async find(
    app: string,
  ): Promise<{ receive(request: WebhookRequest): Promise<ReceivedWebhook> } | undefined> {
    const { schemes, sharedWebhooks } = this.#deps;
    const webhooks = sharedWebhooks.get(app);
    const scheme = webhooks && schemes.get(webhooks.scheme)?.scheme;
    const stored = scheme && (await readSharedSecrets(this.#deps, app));
    if (!webhooks || !scheme || !stored) return undefined;
    const { state } = stored;
    return { receive: (request) => this.#receive({ app, webhooks, scheme, state }, request) };
  }

  async #receive(
    { app, webhooks, scheme, state }: SharedSender,
    received: WebhookRequest,
  ): Promise<ReceivedWebhook> {
    const { origin, now, limits } = this.#deps;
    const { search } = new URL(received.url);
    const request = { ...received, url: `${origin}${SHARED_HOOKS_PATH}${app}${search}` };
    const current = validSecrets(state.secrets, now());
    if (await mayBringSecret(state, received.url, now())) {
      const secret = readSecret(webhooks, request);
      if (secret !== undefined)
        return (await storeSharedSecret(this.#deps, app, secret))
          ? { response: empty(), isRefused: false }
          : refuse("secret_known");
    }
    const handshake = await answerHandshake(scheme, request, { secrets: current, now: now() });
    if (handshake) {
      const { status, headers, body } = handshake;
      return { response: { status, headers: { ...headers }, body }, isRefused: false };
    }
    if (request.method !== "POST") return { response: empty(), isRefused: false };
    const verdict = await verifyWebhook(scheme, current, request, now());
    if (!verdict.isVerified) return refuse(verdict.reason);
    const max = limits.eventsPerRequest;
    const events = await splitEvents(scheme, request, verdict.body, { max });
    if ("count" in events) return { response: tooManyEvents(events, max), isRefused: false };
    const deliveries = await this.#findDeliveries(app, webhooks, events);
    await this.#acceptAll(app, deliveries, pickHeaders(scheme, request));
    // The sender learns nothing about the accounts that received something.
    return { response: { ...empty(), status: scheme.status ?? 200 }, isRefused: false };
  }

  async #findDeliveries(
    app: string,
    { routing }: SharedWebhooks,
    events: readonly WebhookEvent[],
  ): Promise<readonly Delivery[]> {
    const byRoute = new Map<string, WebhookEvent[]>();
    for (const event of events.filter(({ body }) => isForConnections(body, routing)))
      for (const route of readRoutes(event.body, routing.event))
        byRoute.set(route, [...(byRoute.get(route) ?? []), event]);
    const deliveries = await Promise.all(
      [...byRoute].map(async ([route, routed]) =>
        (await this.#findTriggers(app, route)).map((trigger) => ({
          trigger,
          events: routed.filter(({ type }) => isWatched(this.#deps, trigger, type)),
        })),
      ),
    );
    return deliveries.flat().filter(({ events: wanted }) => wanted.length > 0);
  }

  /** The triggers of the connections that an event belongs to. */
  async #findTriggers(app: string, route: string): Promise<readonly Trigger[]> {
    const found: Trigger[] = [];
    for (;;) {
      const after = found.at(-1)?.id;
      const page = await this.#deps.triggerStore.listByRouting(app, route, after);
      found.push(...page.map(({ trigger }) => trigger));
      if (page.length < ROUTED_PAGE) return found;
    }
  }

  /** Accepts the events of each trigger in one transaction. */
  async #acceptAll(
    app: string,
    deliveries: readonly Delivery[],
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const accept = async ({ trigger, events }: Delivery) => {
      const inputs = events.map(({ key, type, body }) => ({
        key,
        type: `${app}.${type}`.slice(0, 200),
        data: { headers, body },
      }));
      try {
        await this.#parts.accept(trigger, inputs);
        return [];
      } catch (error) {
        return [{ trigger, events, error }];
      }
    };
    const failed = (await Promise.all(deliveries.map(accept))).flat();
    // The app sends everything again, and what was accepted is recognized then.
    const [first] = failed.filter(({ error }) => !isFull(error));
    if (first) throw first.error;
    for (const { trigger, events } of failed) await this.#emitGap(trigger, events);
  }

  /**
   * An account with too many waiting events must not make the app repeat those of all others, or
   * disable the address.
   */
  async #emitGap(trigger: Trigger, events: readonly WebhookEvent[]): Promise<void> {
    const [first] = events;
    if (!first) return;
    const { id, account, user, app, connection, name } = trigger;
    await this.#parts.emit(account, {
      type: "trigger.gap",
      key: `${id}.${first.key}`.slice(0, 200),
      subject: id,
      user,
      app,
      connection,
      apps: triggerApps(trigger),
      data: {
        trigger: id,
        name,
        message: `Jackfield dropped ${countEvents(events.length)} of ${app} because the account has too many waiting events.`,
      },
    });
  }
}

function isWatched(deps: TriggerDeps, { watch }: Trigger, type: string | undefined): boolean {
  const known = watch.kind === "app" ? findSharedType(deps, watch.type) : undefined;
  return known !== undefined && senderTypeOf(known.type) === type;
}

const countEvents = (count: number): string => (count === 1 ? "1 event" : `${count} events`);

const isFull = (error: unknown): boolean =>
  error instanceof Problem && error.code === "rate_limited";

/** Reads the signing secret that an app sends in its first request. */
function readSecret({ routing }: SharedWebhooks, request: WebhookRequest): string | undefined {
  if (routing.secret === undefined || request.method !== "POST") return undefined;
  if (request.body.length > MAX_HANDSHAKE_BYTES) return undefined;
  const secret = resolvePointer(parseBody(request), routing.secret);
  return typeof secret === "string" && isSharedSecret(secret) ? secret : undefined;
}
