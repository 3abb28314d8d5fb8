import { admin } from "../../core/index.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { readSharedWebhooks } from "../catalog/facts/app-webhooks.ts";
import { commandLine } from "../runtime/command-line.ts";
import { openStoredVault } from "../secrets/open-vault.ts";
import { UsageError } from "./command.ts";
import type { OAuthClientsContext } from "./oauth-clients-context.ts";
import { withConnectionStore } from "./with-store.ts";

const auditEntry = (action: string, subject: string) =>
  admin.createTerminalEntry(DEFAULT_ACCOUNT, { action, subject });

function requireShared(slug: string) {
  const apps = readSharedWebhooks();
  const found = apps.get(slug);
  if (found) return found;
  throw new UsageError(
    `"${slug}" doesn't send the events of all connections to one address. Apps that do: ${[...apps.keys()].join(", ")}.`,
  );
}

/**
 * Stores the secret with which an app signs the events of all connections, from standard input. If
 * the app sends its secret itself, accepts it for an hour, and prints it if it has arrived.
 */
export async function configureWebhooks(
  slug: string,
  { settings, print, readSecret }: OAuthClientsContext,
): Promise<void> {
  const { routing } = requireShared(slug);
  const address = `${settings.origin}/hooks/app/${slug}`;
  const isSent = routing.secret !== undefined;
  const secret = isSent ? undefined : (await readSecret()).trim();
  if (secret !== undefined && !admin.isSharedSecret(secret))
    throw new Error(
      `The signing secret must have 8 to 500 characters. Pass it as one line on standard input: ${commandLine(`apps configure ${slug} --webhooks < secret.txt`)}`,
    );
  await withConnectionStore(settings, async (store) => {
    const vault = await openStoredVault(store, settings);
    const deps = { store, vault, now: Date.now };
    const [arrived] = isSent
      ? ((await admin.readSharedSecrets(deps, slug))?.state.secrets ?? [])
      : [];
    if (arrived) {
      print(`Paste this at ${slug} to confirm the address: ${arrived.secret}`);
      return;
    }
    const entry = auditEntry("webhook_secret.saved", slug);
    if (!(await admin.storeSharedSecret(deps, slug, secret, entry)))
      throw new Error("Another command has changed the secret. Try again.");
    const token = (await admin.readSharedSecrets(deps, slug))?.state.waiting?.token;
    print(
      token !== undefined
        ? `Enter ${address}?setup=${token} at ${slug} within an hour. It then sends a secret. Run this command again to see it.`
        : `Enter ${address} as the address for events at ${slug}. Connect the app again to receive events for connections that were made before.`,
    );
  });
}

/** Deletes the secret of an app, whose events are refused then. */
export async function forgetWebhooks(
  slug: string,
  { settings, print }: OAuthClientsContext,
): Promise<void> {
  requireShared(slug);
  const entry = auditEntry("webhook_secret.deleted", slug);
  const isDeleted = await withConnectionStore(settings, (store) =>
    admin.deleteSharedSecrets({ store }, slug, entry),
  );
  if (!isDeleted) throw new Error(`No signing secret is stored for "${slug}".`);
  print(`Deleted the signing secret of ${slug}. Its events are refused from now on.`);
}
