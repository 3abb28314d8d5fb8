import type { ApiKey } from "../../../ports/key-store.ts";
import { createSecret, hashSecret, secretPrefix } from "./key-format.ts";

/** The account that everything belongs to until people sign in. */
export const DEFAULT_ACCOUNT = "acc_default";

/** Makes a key of an account: what is to be kept of it, and the key itself, which is to be shown once. */
export async function createKey(
  options: Pick<ApiKey, "account" | "name" | "permissions" | "apps" | "user" | "expires">,
): Promise<{ readonly key: ApiKey; readonly secret: string }> {
  const secret = createSecret();
  const id = `key_${crypto.randomUUID().replaceAll("-", "")}`;
  return {
    secret,
    key: {
      id,
      ...options,
      prefix: secretPrefix(secret),
      fingerprint: await hashSecret(secret),
      created: new Date().toISOString(),
    },
  };
}
