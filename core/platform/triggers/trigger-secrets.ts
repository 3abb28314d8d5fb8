import { isVaultFailure, type Vault } from "../../lib/vault/index.ts";
import type { StoredTrigger, Trigger } from "../../ports/stores/trigger-store.ts";

/** A secret that may be replaced. */
export interface TimedSecret {
  readonly secret: string;
  /** The end of its validity, in milliseconds since 1970. Absent for the current secret. */
  readonly until?: number | undefined;
}

/** The secrets of the deliveries of an action. */
export interface DeliverySecrets {
  /** The address that they belong to. */
  readonly url: string;
  readonly secrets: readonly TimedSecret[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The secrets of a trigger. They are stored encrypted. */
export interface TriggerSecrets {
  /** The last segment of the address of a webhook. */
  readonly address?: string | undefined;
  /** The secrets that verify the requests to it. */
  readonly signing?: readonly TimedSecret[] | undefined;
  /** By the ID of the action. */
  readonly deliveries: Readonly<Record<string, DeliverySecrets>>;
  /** Of the deliveries to subscribers, by the ID of the subscriber. */
  readonly subscribers?: Readonly<Record<string, DeliverySecrets>> | undefined;
}

const NO_SECRETS: TriggerSecrets = { deliveries: {} };

/** Returns the secrets that are valid, the current one first. */
export const validSecrets = (
  secrets: readonly TimedSecret[] | undefined,
  now: number,
): readonly string[] =>
  (secrets ?? [])
    .filter(({ until }) => until === undefined || until > now)
    .map(({ secret }) => secret);

/** Replaces the current secret. The others stay valid until their end, and this one until `until`. */
export const replaceSecret = (
  secrets: readonly TimedSecret[] | undefined,
  secret: string,
  { now, until }: { readonly now: number; readonly until: number },
): readonly TimedSecret[] => [
  { secret },
  ...(secrets ?? [])
    .map((old) => ({ secret: old.secret, until: Math.min(old.until ?? until, until) }))
    .filter((old) => old.until > now),
];

const context = (id: string) => ({ id, field: "trigger" });

/** Encrypts the secrets of a trigger, bound to its ID. */
export const encryptTriggerSecrets = (
  vault: Vault,
  { id, account }: Pick<Trigger, "id" | "account">,
  secrets: TriggerSecrets,
): Promise<string> => vault.encrypt(account, JSON.stringify(secrets), context(id));

/** Decrypts the secrets of a trigger. Rejects with a `VaultFailure` if the ciphertext was changed. */
export async function decryptTriggerSecrets(
  vault: Vault,
  { trigger, encryptedSecrets }: StoredTrigger,
): Promise<TriggerSecrets> {
  if (encryptedSecrets === undefined) return NO_SECRETS;
  const text = await vault.decrypt(trigger.account, encryptedSecrets, context(trigger.id));
  return JSON.parse(text) as TriggerSecrets;
}

/** Encrypts the data of an event, as JSON, bound to its ID. */
export const encryptEventData = (
  vault: Vault,
  { id, account }: { readonly id: string; readonly account: string },
  json: string,
): Promise<string> => vault.encrypt(account, json, { id, field: "data" });

/** Decrypts the data of an event. `undefined` if it is no longer stored or can't be read. */
export async function decryptEventData(
  vault: Vault,
  { id, account }: { readonly id: string; readonly account: string },
  encryptedData: string | undefined,
): Promise<{ readonly data: unknown } | undefined> {
  if (encryptedData === undefined) return undefined;
  try {
    const text = await vault.decrypt(account, encryptedData, { id, field: "data" });
    return { data: JSON.parse(text) as unknown };
  } catch (error) {
    if (isVaultFailure(error)) return undefined;
    throw error;
  }
}
