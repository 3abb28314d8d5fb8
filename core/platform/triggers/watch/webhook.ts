import { Problem } from "../../../http/problem.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { didYouMean } from "../../../lib/kit/text/find-nearest.ts";
import { createWebhookSecret } from "../../../lib/webhooks/index.ts";
import type { WebhookWatch } from "../../../ports/trigger-definition.ts";
import type { TriggerSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { DEFAULT_SCHEME, type KnownScheme, type KnownSchemes } from "../webhooks/known-schemes.ts";
import { createAddress } from "../webhooks/webhook-address.ts";
import type { Watcher } from "./watcher.ts";

/** Finds a signature scheme. Rejects with the `Problem` "signing_required". */
export function requireScheme(schemes: KnownSchemes, name: string): KnownScheme {
  const known = schemes.get(name);
  if (known) return known;
  throw new Problem("signing_required", `Unknown signature scheme "${name.slice(0, 100)}".`, {
    hint: [
      didYouMean(name, [...schemes.keys()]),
      'Use the scheme of the sender, "standard", or signing "none" to accept unsigned requests.',
    ]
      .filter(Boolean)
      .join(" "),
    errors: [{ pointer: "/watch/scheme", detail: "Must be the name of a known scheme." }],
  });
}

/** Creates a secret in the form that a scheme uses. `undefined` if the sender creates it. */
export function createSigningSecret(name: string, { secretFrom }: KnownScheme): string | undefined {
  if (secretFrom === "sender") return undefined;
  return name === DEFAULT_SCHEME ? createWebhookSecret() : randomToken();
}

/** Watches an address of its own. Events arrive by themselves. */
export function createWebhookWatcher({
  schemes,
}: Pick<TriggerDeps, "schemes">): Watcher<WebhookWatch> {
  return {
    async prepare({ secret, ...watch }, { previous }) {
      const existing = previous?.secrets;
      const address = existing?.address ?? createAddress();
      if (watch.signing === "none") {
        if (secret === undefined) return { watch, progress: {}, secrets: { address } };
        throw new Problem("signing_required", "Requests without a signature have no secret.", {
          hint: "Leave out secret, or signing.",
          errors: [{ pointer: "/watch/secret", detail: 'Not allowed with signing "none".' }],
        });
      }
      const name = watch.scheme ?? DEFAULT_SCHEME;
      const known = requireScheme(schemes, name);
      const before = previous?.stored.trigger.watch;
      const isKept = before !== undefined && (before.scheme ?? DEFAULT_SCHEME) === name;
      const kept = isKept ? existing?.signing : undefined;
      if (secret === undefined && kept)
        return { watch, progress: {}, secrets: { address, signing: kept } };
      const created = secret === undefined ? createSigningSecret(name, known) : undefined;
      const current = secret ?? created;
      const signing: TriggerSecrets["signing"] = current === undefined ? [] : [{ secret: current }];
      return { watch, progress: {}, secrets: { address, signing }, newSecret: created };
    },
  };
}
