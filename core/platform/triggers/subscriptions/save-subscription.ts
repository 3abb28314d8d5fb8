import type { StoredTrigger, TriggerSubscription } from "../../../ports/stores/trigger-store.ts";
import { decryptTriggerSecrets, encryptTriggerSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";

const MAX_ATTEMPTS = 20;

/**
 * Saves a subscription, also if the trigger has changed meanwhile. `secret` signs its events from now
 * on. Resolves to `undefined` if the trigger no longer exists.
 */
export async function saveSubscription(
  { triggerStore, vault }: Pick<TriggerDeps, "triggerStore" | "vault">,
  id: string,
  subscription: TriggerSubscription,
  secret: string | undefined,
): Promise<StoredTrigger | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await triggerStore.find(id);
    if (!stored) return undefined;
    const { trigger } = stored;
    const next = { ...trigger, subscription, revision: trigger.revision + 1 };
    const encryptedSecrets =
      secret === undefined
        ? stored.encryptedSecrets
        : await encryptTriggerSecrets(vault, trigger, {
            ...(await decryptTriggerSecrets(vault, stored)),
            signing: [{ secret }],
          });
    if (await triggerStore.save(next, { encryptedSecrets }))
      return { ...stored, trigger: next, encryptedSecrets };
  }
  throw new Error(`Trigger ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
}
