import {
  findSubscription,
  readResult,
  type SubscriptionDetails,
} from "../../../lib/app-webhooks/index.ts";
import type { TriggerSubscription } from "../../../ports/stores/trigger-store.ts";
import { CheckFailure } from "../watch/check-failure.ts";
import type { AppClient, KnownAppType } from "./app-client.ts";

/** A subscription, and its secret if the app has created one. */
interface MaintainedSubscription {
  readonly subscription: TriggerSubscription;
  readonly secret?: string | undefined;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When a subscription is looked at again: at half of its life, and at least daily. */
export function nextMaintenance({ confirmed, expires }: TriggerSubscription, now: number): number {
  const daily = now + DAY;
  if (confirmed === undefined || expires === undefined) return daily;
  return Math.max(now, Math.min(daily, confirmed + (expires - confirmed) / 2));
}

/**
 * Creates, renews or confirms the subscription of a trigger, whatever its state needs. Rejects with a
 * `CheckFailure`.
 */
export async function maintainSubscription(
  client: AppClient,
  known: KnownAppType,
  current: TriggerSubscription | undefined,
  now: number,
): Promise<MaintainedSubscription> {
  const { webhooks } = known;
  if (current?.status !== "active") return subscribe(client, known, current !== undefined, now);
  const { expires, confirmed = now } = current;
  const isDue = expires !== undefined && now >= confirmed + (expires - confirmed) / 2;
  if (isDue && webhooks.renew) {
    const renewed = await client.send(webhooks.renew);
    if (!renewed) return subscribe(client, known, false, now);
    const details = readResult(renewed.data, webhooks.result);
    return { subscription: confirm(known, current, details, now) };
  }
  if (isDue) {
    const replaced = await subscribe(client, known, false, now);
    // Another one already delivers the events. This one ends soon anyway.
    await client.send(webhooks.unsubscribe).catch(() => undefined);
    return replaced;
  }
  if (!webhooks.read) return { subscription: current };
  const found = await client.send(webhooks.read);
  return found
    ? { subscription: { ...current, confirmed: expires === undefined ? now : confirmed } }
    : subscribe(client, known, false, now);
}

/** Creates a subscription. An earlier attempt may have succeeded without a response. */
async function subscribe(
  client: AppClient,
  known: KnownAppType,
  wasTried: boolean,
  now: number,
): Promise<MaintainedSubscription> {
  const { webhooks } = known;
  const existing = wasTried ? await findExisting(client, known) : undefined;
  if (existing !== undefined) {
    // The secret of that one is lost if the app created it.
    if (webhooks.secretFrom !== "response")
      return { subscription: confirm(known, undefined, { id: existing }, now) };
    await client.send(webhooks.unsubscribe, { id: existing });
  }
  const created = await client.send(webhooks.subscribe);
  if (!created)
    throw new CheckFailure("upstream_not_found", "The app doesn't have what the arguments name.");
  const details = readResult(created.data, webhooks.result);
  if (webhooks.secretFrom === "response" && details.secret === undefined)
    throw new CheckFailure("secret_missing", "The app returned no signing secret.");
  return { subscription: confirm(known, undefined, details, now), secret: details.secret };
}

async function findExisting(
  client: AppClient,
  { webhooks }: KnownAppType,
): Promise<string | undefined> {
  if (!webhooks.list) return undefined;
  const listed = await client.send(webhooks.list.request);
  return listed && findSubscription(listed.data, webhooks.list, client.address);
}

const confirm = (
  { webhooks: { lifetime } }: KnownAppType,
  current: TriggerSubscription | undefined,
  { id, values, expires }: SubscriptionDetails,
  now: number,
): TriggerSubscription => ({
  status: "active",
  id: id ?? current?.id,
  values: values ?? current?.values,
  expires: expires ?? (lifetime === undefined ? undefined : now + lifetime * HOUR),
  confirmed: now,
});
