import { resolvePointer } from "../kit/json/json-pointer.ts";
import type { SubscriptionList, SubscriptionResult } from "./app-webhooks.ts";

/** What a response says about a subscription. */
export interface SubscriptionDetails {
  readonly id?: string | undefined;
  readonly secret?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires?: number | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads the response of an app to a request that created or renewed a subscription. */
export function readResult(
  response: unknown,
  { id, secret, expires, values = {} }: SubscriptionResult = {},
): SubscriptionDetails {
  const read = (pointer: string | undefined) =>
    pointer === undefined ? undefined : resolvePointer(response, pointer);
  const entries = Object.entries(values).map(([name, pointer]) => [name, read(pointer)]);
  return {
    id: toText(read(id)),
    secret: toText(read(secret)),
    expires: toTime(read(expires)),
    ...(entries.length > 0 && { values: Object.fromEntries(entries) }),
  };
}

/** Finds the ID of the subscription with an address in a list. */
export function findSubscription(
  response: unknown,
  { items, url, id }: Omit<SubscriptionList, "request">,
  address: string,
): string | undefined {
  const all = resolvePointer(response, items);
  if (!Array.isArray(all)) return undefined;
  const found = all.find((each: unknown) => resolvePointer(each, url) === address);
  return toText(resolvePointer(found, id));
}

const toText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

function toTime(value: unknown): number | undefined {
  const text = toText(value);
  if (text === undefined) return undefined;
  const time = /^\d{12,14}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
