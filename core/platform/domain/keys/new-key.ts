import type { ApiKey } from "../../../ports/accounts.ts";
import { fingerprintOf, newSecret, prefixOf } from "./form.ts";

/** The account that everything belongs to until people sign in. */
export const ACCOUNT = "acc_default";

/** Makes a key of an account: what is to be kept of it, and the key itself, which is to be shown once. */
export async function newKey(
  wanted: Pick<ApiKey, "account" | "name" | "permissions" | "apps" | "user" | "expires">,
): Promise<{ readonly key: ApiKey; readonly secret: string }> {
  const secret = newSecret();
  const id = `key_${crypto.randomUUID().replaceAll("-", "")}`;
  return {
    secret,
    key: {
      id,
      ...wanted,
      prefix: prefixOf(secret),
      fingerprint: await fingerprintOf(secret),
      created: new Date().toISOString(),
    },
  };
}
