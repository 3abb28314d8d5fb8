import { randomId } from "../../lib/kit/bytes/sortable-id.ts";
import type { ApiKey } from "../../ports/stores/key-store.ts";
import { requireName } from "../require-name.ts";
import { createSecret, hashSecret, secretPrefix } from "./key-format.ts";

/**
 * Creates an API key. Store `key`, and show `secret` once: it can't be recovered. Throws the `Problem`
 * "invalid_input" for a name that people couldn't read.
 */
export async function createKey(
  options: Pick<
    ApiKey,
    "account" | "name" | "permissions" | "apps" | "user" | "origins" | "expires" | "createdBy"
  > &
    Partial<Pick<ApiKey, "id" | "created">>,
): Promise<{ readonly key: ApiKey; readonly secret: string }> {
  const secret = createSecret();
  return {
    secret,
    key: {
      id: randomId("key"),
      created: new Date().toISOString(),
      ...options,
      name: requireName(options.name),
      prefix: secretPrefix(secret),
      fingerprint: await hashSecret(secret),
    },
  };
}
