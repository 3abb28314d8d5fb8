import { Problem } from "../../http/problem.ts";
import { createWebhookSecret } from "../../lib/webhooks/index.ts";
import type { StoredTrigger, Trigger } from "../../ports/stores/trigger-store.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import { MAX_ATTEMPTS } from "./pause-trigger.ts";
import { listNewSecrets } from "./trigger-input.ts";
import {
  decryptTriggerSecrets,
  encryptTriggerSecrets,
  replaceSecret,
  type TriggerSecrets,
} from "./trigger-secrets.ts";
import type { TriggerService } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import { createSigningSecret } from "./watch/webhook.ts";
import { DEFAULT_SCHEME } from "./webhooks/known-schemes.ts";

/** Creates the function that replaces the secrets of a trigger. The old ones stay valid for a while. */
export function createRotateTrigger(
  { triggerStore, vault, schemes, now }: TriggerDeps,
  requireTrigger: (actor: Actor, id: string) => Promise<StoredTrigger>,
): TriggerService["rotate"] {
  /** Creates another signing secret. `undefined` if the sender creates it. */
  const createSigningSecretFor = ({ watch }: Trigger): string | undefined => {
    const { scheme = DEFAULT_SCHEME } = watch.kind === "webhook" ? watch : {};
    const known = schemes.get(scheme);
    return known && createSigningSecret(scheme, known);
  };

  const rotate = async (
    actor: Actor,
    id: string,
    { secret, overlapSeconds }: Parameters<TriggerService["rotate"]>[2],
  ): Promise<Awaited<ReturnType<TriggerService["rotate"]>> | undefined> => {
    const stored = await requireTrigger(actor, id);
    const { trigger } = stored;
    const secrets = await decryptTriggerSecrets(vault, stored);
    const times = { now: now(), until: now() + overlapSeconds * 1_000 };
    if (secret !== undefined && secrets.signing === undefined)
      throw new Problem("signing_required", "The trigger has no signing secret to replace.", {
        hint: "Leave out secret.",
        errors: [{ pointer: "/secret", detail: "The trigger has no signing secret." }],
      });
    const newSigning = secret ?? (secrets.signing && createSigningSecretFor(trigger));
    const newSecrets: Record<string, string> = {};
    const deliveries = Object.fromEntries(
      Object.entries(secrets.deliveries).map(([action, delivery]) => {
        const created = createWebhookSecret();
        newSecrets[action] = created;
        const replaced = replaceSecret(delivery.secrets, created, times);
        return [action, { ...delivery, secrets: replaced }];
      }),
    );
    const rotated: TriggerSecrets = {
      ...secrets,
      ...(newSigning !== undefined && {
        signing: replaceSecret(secrets.signing, newSigning, times),
      }),
      deliveries,
    };
    const next = { ...trigger, revision: trigger.revision + 1 };
    const isSaved = await triggerStore.save(next, {
      encryptedSecrets: await encryptTriggerSecrets(vault, trigger, rotated),
      entry: createActorEntry(now(), actor, {
        action: "trigger.rotated",
        subject: id,
        details: {},
      }),
    });
    if (!isSaved) return undefined;
    return {
      stored: { ...stored, trigger: next },
      secrets: rotated,
      newSecrets: listNewSecrets(secret === undefined ? newSigning : undefined, newSecrets),
      samples: [],
    };
  };

  return async (actor, id, request) => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rotated = await rotate(actor, id, request);
      if (rotated) return rotated;
    }
    throw new Error(`Trigger ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
  };
}
