import { crc32 } from "../../../core/platform/domain/keys/crc32.ts";
import { fingerprintOf, prefixOf } from "../../../core/platform/domain/keys/form.ts";
import { ACCOUNT } from "../../../core/platform/domain/keys/new-key.ts";
import type { Accounts, ApiKey } from "../../../core/ports/accounts.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A key by its name: of the form that a key has, and the same in every process. Only the rig's are guessed so easily. */
export function secretOf(name: string): string {
  const body = `${name}OfTheRig`.padEnd(43, "x").slice(0, 43);
  let digits = "";
  for (let rest = crc32(`jf_live_${body}`); digits.length < 6; rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62]! + digits;
  return `jf_live_${body}_${digits}`;
}

/** The keys that the rig's platform has made, and one that it has not. */
export const KEYS = {
  /** May do everything. */
  whole: secretOf("whole"),
  reader: secretOf("reader"),
  /** May connect, and nothing else. */
  connector: secretOf("connector"),
  /** May run tools, and nothing else. */
  runner: secretOf("runner"),
  /** May do everything, in `basil` and `grove` alone. */
  limited: secretOf("limited"),
  /** Of the end user 42. */
  user: secretOf("user"),
  expired: secretOf("expired"),
  revoked: secretOf("revoked"),
  /** Sound by its form, but nobody made it. */
  stranger: secretOf("stranger"),
} as const;

/** Authorization with a key. */
export const bearer = (secret: string): { readonly authorization: string } => ({
  authorization: `Bearer ${secret}`,
});

type Made = Partial<Pick<ApiKey, "permissions" | "apps" | "user" | "expires" | "revoked">>;

const MADE: Readonly<Record<Exclude<keyof typeof KEYS, "stranger">, Made>> = {
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
export async function addKeys(accounts: Accounts): Promise<void> {
  for (const [name, made] of Object.entries(MADE)) {
    const secret = KEYS[name as keyof typeof MADE];
    const { revoked, permissions = ["read", "connect", "run"], ...more } = made;
    const key: ApiKey = {
      id: `key_${name}`,
      account: ACCOUNT,
      name: `the ${name} one`,
      prefix: prefixOf(secret),
      fingerprint: await fingerprintOf(secret),
      permissions,
      created: "2026-01-01T00:00:00.000Z",
      ...more,
    };
    await accounts.addKey(key);
    if (revoked) await accounts.revokeKey(ACCOUNT, key.id, revoked);
  }
}
