import { crc32 } from "../../../core/platform/domain/keys/crc32.ts";
import { hashSecret, secretPrefix } from "../../../core/platform/domain/keys/form.ts";
import { DEFAULT_ACCOUNT } from "../../../core/platform/domain/keys/new-key.ts";
import type { ApiKey, KeyStore } from "../../../core/ports/accounts.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A key by its name: of the form that a key has, and the same in every process. Only the rig's are guessed so easily. */
export function deriveSecret(name: string): string {
  const body = `${name}OfTheRig`.padEnd(43, "x").slice(0, 43);
  let digits = "";
  for (let rest = crc32(`jf_live_${body}`); digits.length < 6; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62]! + digits;
  return `jf_live_${body}_${digits}`;
}

/** The keys that the rig's platform has made, and one that it has not. */
export const KEYS = {
  /** May do everything. */
  whole: deriveSecret("whole"),
  reader: deriveSecret("reader"),
  /** May connect, and nothing else. */
  connector: deriveSecret("connector"),
  /** May run tools, and nothing else. */
  runner: deriveSecret("runner"),
  /** May do everything, in `basil` and `grove` alone. */
  limited: deriveSecret("limited"),
  /** Of the end user 42. */
  user: deriveSecret("user"),
  expired: deriveSecret("expired"),
  revoked: deriveSecret("revoked"),
  /** Sound by its form, but nobody made it. */
  stranger: deriveSecret("stranger"),
} as const;

/** Authorization with a key. */
export const bearerHeader = (secret: string): { readonly authorization: string } => ({
  authorization: `Bearer ${secret}`,
});

type KeySeed = Partial<Pick<ApiKey, "permissions" | "apps" | "user" | "expires" | "revoked">>;

const KEY_SEEDS: Readonly<Record<Exclude<keyof typeof KEYS, "stranger">, KeySeed>> = {
  whole: {},
  reader: { permissions: ["read"] },
  connector: { permissions: ["connect"] },
  runner: { permissions: ["run"] },
  limited: { apps: ["basil", "grove"] },
  user: { user: "42" },
  expired: { expires: "2026-01-31T00:00:00.000Z" },
  revoked: { revoked: "2026-02-28T12:00:00.000Z" },
};

/** Keeps what is kept of the rig's keys. */
export async function addKeys(accounts: KeyStore): Promise<void> {
  for (const [name, seed] of Object.entries(KEY_SEEDS)) {
    const secret = KEYS[name as keyof typeof KEY_SEEDS];
    const { revoked, permissions = ["read", "connect", "run"], ...extra } = seed;
    const key: ApiKey = {
      id: `key_${name}`,
      account: DEFAULT_ACCOUNT,
      name: `the ${name} one`,
      prefix: secretPrefix(secret),
      fingerprint: await hashSecret(secret),
      permissions,
      created: "2026-01-01T00:00:00.000Z",
      ...extra,
    };
    await accounts.addKey(key);
    if (revoked) await accounts.revokeKey(DEFAULT_ACCOUNT, key.id, revoked);
  }
}
