import type { HttpResponse } from "../../../http/handler.ts";
import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import {
  answerHandshake,
  type ImportedSecrets,
  parseBody,
  splitEvents,
  type TooManyEvents,
  verifyWebhook,
  type WebhookRequest,
  type WebhookScheme,
} from "../../../lib/webhooks/index.ts";
import type { StoredTrigger, Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Watch, WebhookWatch } from "../../../ports/trigger-definition.ts";
import type { AcceptEvents, EventInput } from "../events/accept-events.ts";
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

/** Receives the requests to the addresses of triggers. */
export interface WebhookReceiver {
  /**
   * Finds the trigger of an address. `undefined` if there is none. `receive` responds to a request
   * after its events were stored.
   */
  find(
    address: string,
  ): Promise<{ receive(request: WebhookRequest): Promise<ReceivedWebhook> } | undefined>;
}

export interface ReceivedWebhook {
  readonly response: HttpResponse;
  /** Whether the request was refused because of its signature. */
  readonly isRefused: boolean;
}

const ADDRESS = /^[a-z0-9]{38}$/;
const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };
/** Headers that events keep, besides those with the ID and the type. */
const KEPT_HEADERS = ["content-type", "user-agent"];
const MAX_HEADER = 500;
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

/** Creates the receiver. */
export function createWebhookReceiver(
  deps: TriggerDeps,
  {
    accept,
    watcherFor,
  }: {
    readonly accept: AcceptEvents;
    readonly watcherFor: (watch: Watch) => Watcher<Watch>;
  },
): WebhookReceiver {
  const { origin, triggerStore, vault, schemes, appWebhooks, now } = deps;

  const receive = async (
    stored: StoredTrigger,
    { secrets, imported }: DecryptedSecrets,
    received: WebhookRequest,
  ): Promise<ReceivedWebhook> => {
    const { trigger } = stored;
    const { each, isUnsigned, prefix, schemeName } = describeSender(trigger);
    const scheme = isUnsigned ? UNSIGNED : schemes.get(schemeName)?.scheme;
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
        await keepSecret(stored, secrets, handshake.secret);
      }
      const { status, headers, body } = handshake;
      return { response: { status, headers: { ...headers }, body }, isRefused: false };
    }
    if (request.method !== "POST") return { response: empty(), isRefused: false };
    const verdict = isUnsigned
      ? readUnsigned(request)
      : await verifyWebhook(scheme, current, request, now(), imported);
    if (!verdict.isVerified) return refuse(verdict.reason);
    if (await watcherFor(trigger.watch).notice?.(stored)) {
      const status = scheme.status ?? 200;
      return { response: { ...empty(), status }, isRefused: false };
    }
    const max = deps.limits.eventsPerRequest;
    const events = await splitEvents(scheme, request, verdict.body, { each, max });
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
    const accepted = await accept(trigger, inputs);
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
  };

  /** A ciphertext has one plaintext, so this is never out of date. */
  const decrypted = createShortCache<DecryptedSecrets>({
    milliseconds: SECRETS_MILLISECONDS,
    maxEntries: 1_000,
    now,
  });
  const decrypt = async (stored: StoredTrigger): Promise<DecryptedSecrets> => ({
    secrets: await decryptTriggerSecrets(vault, stored),
    imported: new Map(),
  });
  const readSecrets = async (stored: StoredTrigger): Promise<DecryptedSecrets> => {
    const { encryptedSecrets } = stored;
    if (encryptedSecrets === undefined) return decrypt(stored);
    return (
      decrypted.get(encryptedSecrets) ?? decrypted.load(encryptedSecrets, () => decrypt(stored))
    );
  };
  /** The digests of addresses that triggers have. */
  const digests = createShortCache<string>({
    milliseconds: SECRETS_MILLISECONDS,
    maxEntries: 1_000,
    now,
  });
  const findTrigger = async (address: string): Promise<StoredTrigger | undefined> => {
    const known = digests.get(address);
    if (known !== undefined) return triggerStore.findByAddress(known);
    const digest = await digestAddress(address);
    const stored = await triggerStore.findByAddress(digest);
    if (stored) await digests.load(address, async () => digest);
    return stored;
  };

  /** How a trigger reads requests to its address. */
  const describeSender = ({ watch }: Trigger) => {
    if (watch.kind === "app") {
      const known = findAppType(appWebhooks, watch.type);
      const schemeName = known?.webhooks.scheme ?? "";
      return { each: undefined, isUnsigned: false, prefix: known?.app ?? "app", schemeName };
    }
    const { scheme, signing, each }: Partial<WebhookWatch> = watch.kind === "webhook" ? watch : {};
    const isUnsigned = signing === "none";
    const prefix = isUnsigned ? "webhook" : (scheme ?? "webhook");
    return { each, isUnsigned, prefix, schemeName: scheme ?? DEFAULT_SCHEME };
  };

  const keepSecret = async (
    { trigger }: StoredTrigger,
    secrets: TriggerSecrets,
    secret: string,
  ) => {
    const changed: TriggerSecrets = { ...secrets, signing: [{ secret }] };
    const next = { ...trigger, revision: trigger.revision + 1 };
    const encryptedSecrets = await encryptTriggerSecrets(vault, trigger, changed);
    if (!(await triggerStore.save(next, { encryptedSecrets })))
      throw new Error(`Trigger ${trigger.id} changed during a handshake.`);
  };

  return {
    async find(address) {
      const stored = ADDRESS.test(address) ? await findTrigger(address) : undefined;
      if (!stored || stored.trigger.status === "deleting") return undefined;
      return {
        receive: async (request) => receive(stored, await readSecrets(stored), request),
      };
    },
  };
}

/** Unsigned requests are parsed as they are. */
function readUnsigned(request: WebhookRequest) {
  const body = parseBody(request);
  return body === undefined
    ? ({ isVerified: false, reason: "body_unreadable" } as const)
    : ({ isVerified: true, body } as const);
}

/** The reason helps the sender's developer, and contains nothing secret. */
export const refuse = (reason: string): ReceivedWebhook => ({
  response: { status: 401, headers: JSON_HEADERS, body: JSON.stringify({ error: reason }) },
  isRefused: true,
});

/** The response to a request with too many events. None of them is accepted. */
export const tooManyEvents = ({ count }: TooManyEvents, max: number): HttpResponse => ({
  status: 413,
  headers: JSON_HEADERS,
  body: JSON.stringify({ error: "too_many_events", events: count, max_events: max }),
});

/** The response to addresses that no trigger has. */
export const notFound = (): HttpResponse => ({
  status: 404,
  headers: JSON_HEADERS,
  body: JSON.stringify({ error: "not_found" }),
});

/** An empty response. */
export const empty = (): HttpResponse => ({ status: 200, headers: {}, body: "" });

/** The headers of a request that its events keep. */
export function pickHeaders(
  { id = [], type = [] }: WebhookScheme,
  { headers }: WebhookRequest,
): Readonly<Record<string, string>> {
  const names = [...KEPT_HEADERS, ...id, ...type].filter((name) => !name.startsWith("/"));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_HEADER)]];
    }),
  );
}
