import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import {
  answerHandshake,
  type ImportedSecrets,
  parseBody,
  splitEvents,
  verifyWebhook,
  type WebhookRequest,
  type WebhookScheme,
} from "../../../lib/webhooks/index.ts";
import type { StoredTrigger, Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Watch, WebhookWatch } from "../../../ports/trigger-definition.ts";
import type { AcceptEvents } from "../events/accept-events.ts";
import type { EventInput } from "../events/create-event.ts";
import { findAppType } from "../subscriptions/app-client.ts";
import {
  decryptTriggerSecrets,
  encryptTriggerSecrets,
  type TriggerSecrets,
  validSecrets,
} from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { Watcher } from "../watch/watcher.ts";
import { DEFAULT_SCHEME } from "./known-schemes.ts";
import { digestAddress } from "./webhook-address.ts";
import {
  empty,
  JSON_HEADERS,
  notFound,
  pickHeaders,
  type ReceivedWebhook,
  refuse,
  tooManyEvents,
} from "./webhook-responses.ts";

const ADDRESS = /^[a-z0-9]{38}$/;
/** How long the secrets of a trigger stay decrypted in memory. */
const SECRETS_MILLISECONDS = 10_000;
const UNSIGNED: WebhookScheme = {
  algorithm: "token",
  signature: {},
  id: ["webhook-id", "x-request-id", "/id"],
  type: ["/type", "/event"],
};

/** The secrets of a trigger in memory. */
interface DecryptedSecrets {
  readonly secrets: TriggerSecrets;
  readonly imported: ImportedSecrets;
}

interface WebhookReceiverParts {
  readonly accept: AcceptEvents;
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
}

/** Receives the requests to the addresses of triggers. */
export class WebhookReceiver {
  readonly #deps: TriggerDeps;
  readonly #parts: WebhookReceiverParts;
  /** By ciphertext, which has one plaintext, so this is never out of date. */
  readonly #secrets: ReturnType<typeof createShortCache<DecryptedSecrets>>;
  /** The digests of addresses that triggers have. */
  readonly #digests: ReturnType<typeof createShortCache<string>>;

  constructor(deps: TriggerDeps, parts: WebhookReceiverParts) {
    const { now } = deps;
    this.#deps = deps;
    this.#parts = parts;
    const options = { milliseconds: SECRETS_MILLISECONDS, maxEntries: 1_000, now };
    this.#secrets = createShortCache<DecryptedSecrets>(options);
    this.#digests = createShortCache<string>(options);
  }

  /**
   * Finds the trigger of an address. `undefined` if there is none. `receive` responds to a request
   * after its events were stored.
   */
  async find(
    address: string,
  ): Promise<{ receive(request: WebhookRequest): Promise<ReceivedWebhook> } | undefined> {
    const stored = ADDRESS.test(address) ? await this.#findTrigger(address) : undefined;
    if (!stored || stored.trigger.status === "deleting") return undefined;
    return {
      receive: async (request) => this.#receive(stored, await this.#readSecrets(stored), request),
    };
  }

  async #findTrigger(address: string): Promise<StoredTrigger | undefined> {
    const { triggerStore } = this.#deps;
    const known = this.#digests.get(address);
    if (known !== undefined) return triggerStore.findByAddress(known);
    const digest = await digestAddress(address);
    const stored = await triggerStore.findByAddress(digest);
    if (stored) await this.#digests.load(address, async () => digest);
    return stored;
  }

  async #readSecrets(stored: StoredTrigger): Promise<DecryptedSecrets> {
    const { encryptedSecrets } = stored;
    const decrypt = async (): Promise<DecryptedSecrets> => ({
      secrets: await decryptTriggerSecrets(this.#deps.vault, stored),
      imported: new Map(),
    });
    if (encryptedSecrets === undefined) return decrypt();
    return this.#secrets.get(encryptedSecrets) ?? this.#secrets.load(encryptedSecrets, decrypt);
  }

  async #receive(
    stored: StoredTrigger,
    { secrets, imported }: DecryptedSecrets,
    received: WebhookRequest,
  ): Promise<ReceivedWebhook> {
    const { origin, schemes, now } = this.#deps;
    const { trigger } = stored;
    const sender = describeSender(this.#deps, trigger);
    const { isUnsigned } = sender;
    const scheme = isUnsigned ? UNSIGNED : schemes.get(sender.schemeName)?.scheme;
    if (!scheme) return refuse("scheme_unknown");
    // The sender signs the address that it was given.
    const { search } = new URL(received.url);
    const request = { ...received, url: `${origin}/hooks/${secrets.address}${search}` };
    const current = validSecrets(secrets.signing, now());
    const handshake = await answerHandshake(scheme, request, { secrets: current, now: now() });
    if (handshake) {
      if (handshake.secret !== undefined) {
        // Only the first secret counts, so that nobody can replace it.
        if (current.length > 0) return refuse("secret_known");
        await this.#keepSecret(stored, secrets, handshake.secret);
      }
      const { status, headers, body } = handshake;
      return { response: { status, headers: { ...headers }, body }, isRefused: false };
    }
    if (request.method !== "POST") return { response: empty(), isRefused: false };
    const verdict = isUnsigned
      ? readUnsigned(request)
      : await verifyWebhook(scheme, current, request, now(), imported);
    if (!verdict.isVerified) return refuse(verdict.reason);
    if (await this.#parts.watcherFor(trigger.watch).notice?.(stored)) {
      const status = scheme.status ?? 200;
      return { response: { ...empty(), status }, isRefused: false };
    }
    return this.#acceptEvents(trigger, { sender, scheme, request, body: verdict.body });
  }

  async #acceptEvents(
    trigger: Trigger,
    { sender, scheme, request, body: received }: VerifiedWebhook,
  ): Promise<ReceivedWebhook> {
    const { each, prefix, isUnsigned } = sender;
    const max = this.#deps.limits.eventsPerRequest;
    const events = await splitEvents(scheme, request, received, { each, max });
    if ("count" in events) return { response: tooManyEvents(events, max), isRefused: false };
    const headers = pickHeaders(scheme, request);
    const inputs = events.map(
      ({ key, type, body }): EventInput => ({
        key,
        type: type === undefined ? prefix : `${prefix}.${type}`.slice(0, 200),
        data: { headers, body },
        isVerified: !isUnsigned,
      }),
    );
    const accepted = await this.#parts.accept(trigger, inputs);
    if (accepted.outcome === "stale") return { response: notFound(), isRefused: false };
    const body = JSON.stringify({
      events: accepted.events.map(({ id }) => id),
      duplicates: accepted.duplicates,
    });
    const isNew = accepted.events.length > 0;
    const status = scheme.status ?? (isNew ? 202 : 200);
    return {
      response: { status, headers: JSON_HEADERS, body: status === 204 ? null : body },
      isRefused: false,
    };
  }

  async #keepSecret(
    { trigger }: StoredTrigger,
    secrets: TriggerSecrets,
    secret: string,
  ): Promise<void> {
    const { vault, triggerStore } = this.#deps;
    const changed: TriggerSecrets = { ...secrets, signing: [{ secret }] };
    const next = { ...trigger, revision: trigger.revision + 1 };
    const encryptedSecrets = await encryptTriggerSecrets(vault, trigger, changed);
    if (!(await triggerStore.save(next, { encryptedSecrets })))
      throw new Error(`Trigger ${trigger.id} changed during a handshake.`);
  }
}

/** How a trigger reads requests to its address. */
interface Sender {
  /** The pointer to the list of events in a body. */
  readonly each: WebhookWatch["each"];
  readonly isUnsigned: boolean;
  /** The first part of the types of events. */
  readonly prefix: string;
  readonly schemeName: string;
}

/** A request whose signature is valid, or that needs none. */
interface VerifiedWebhook {
  readonly sender: Sender;
  readonly scheme: WebhookScheme;
  readonly request: WebhookRequest;
  readonly body: unknown;
}

function describeSender({ appWebhooks }: TriggerDeps, { watch }: Trigger): Sender {
  if (watch.kind === "app") {
    const known = findAppType(appWebhooks, watch.type);
    const schemeName = known?.webhooks.scheme ?? "";
    return { each: undefined, isUnsigned: false, prefix: known?.app ?? "app", schemeName };
  }
  const { scheme, signing, each }: Partial<WebhookWatch> = watch.kind === "webhook" ? watch : {};
  const isUnsigned = signing === "none";
  const prefix = isUnsigned ? "webhook" : (scheme ?? "webhook");
  return { each, isUnsigned, prefix, schemeName: scheme ?? DEFAULT_SCHEME };
}

/** Unsigned requests are parsed as they are. */
function readUnsigned(request: WebhookRequest) {
  const body = parseBody(request);
  return body === undefined
    ? ({ isVerified: false, reason: "body_unreadable" } as const)
    : ({ isVerified: true, body } as const);
}
