import { admin } from "../../core/index.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { oauthClientKey, serverClientKey } from "../../core/ports/stores/oauth-client-store.ts";
import { commandLine } from "../runtime/command-line.ts";
import { openStoredVault } from "../secrets/open-vault.ts";
import {
  type Command,
  type CommandTable,
  formatCommandHelp,
  parseArguments,
  runCommand,
  UsageError,
} from "./command.ts";

import type { CliPrompt, OAuthClientsContext } from "./oauth-clients-context.ts";

import { configureWebhooks, forgetWebhooks } from "./webhook-secrets.ts";
import { withConnectionStore } from "./with-store.ts";

/**
 * Runs `apps configure <app>`, `clients` or `forget <app>`, which manage the OAuth
 * clients that the operator registered at apps. Resolves with the exit code.
 */
export const oauthClientsCommand = (
  args: readonly string[],
  settings: OAuthClientsContext["settings"],
  prompt: CliPrompt = TERMINAL,
  findServer?: OAuthClientsContext["findServer"],
): Promise<0 | 1> =>
  runCommand(
    OAUTH_CLIENTS,
    args,
    { ...prompt, settings, ...(findServer && { findServer }) },
    { print: prompt.print, info: prompt.print },
  );

const clientsCommand: Command<OAuthClientsContext> = async (args, { settings, print }) => {
  parseArguments(args, {});
  const apps = await withConnectionStore(settings, (store) => store.listClients());
  print(
    apps.length > 0
      ? apps.join("\n")
      : `No OAuth clients yet. Register one at an app with the redirect URI ${redirectUri(settings)}, then store it here:\n\n${formatCommandHelp(OAUTH_CLIENTS)}`,
  );
};

const forgetCommand: Command<OAuthClientsContext> = async (args, context) => {
  const { settings, print } = context;
  const { slug, key, name, values } = await parseClientArguments(args, context);
  if (values.webhooks) return forgetWebhooks(slug, context);
  await withConnectionStore(settings, async (store) => {
    if (!(await store.listClients()).includes(key))
      throw new Error(
        `There is no OAuth client for "${name}". List them: ${commandLine("apps clients")}`,
      );
    await store.saveClient(key, undefined, auditEntry("oauth_client.deleted", name));
  });
  print(
    `Deleted the OAuth client for ${name}. Its connections work until their tokens need a refresh.`,
  );
};

export const configureClient: Command<OAuthClientsContext> = async (args, context) => {
  const { settings, print, readSecret } = context;
  const { slug, key, name, values } = await parseClientArguments(args, context);
  if (values.webhooks) return configureWebhooks(slug, context);
  const id = values["client-id"];
  if (!id || !isPrintable(id))
    throw new UsageError(
      "--client-id is missing or invalid. Copy it from the app's page for the client.",
    );
  const secret = values.public ? undefined : (await readSecret()).trim();
  if (secret === "" || (secret && !isPrintable(secret)))
    throw new Error(
      `The client secret is empty or contains invalid characters. Pass it as one line on standard input: ${commandLine(`apps configure ${slug} --client-id ${id} < secret.txt`)}`,
    );
  await withConnectionStore(settings, async (store) => {
    const vault = await openStoredVault(store, settings);
    await admin.storeOAuthClient(
      { store, vault },
      key,
      { id, ...(secret && { secret }) },
      auditEntry("oauth_client.saved", name),
    );
  });
  print(
    `Users can now connect ${values.server ? `every app that signs in at ${name}` : slug}. Its redirect URI at the app must be exactly ${redirectUri(settings)}`,
  );
};

/** Creates an entry about the client of an app, or of the sign-in server at an origin. */
const auditEntry = (action: string, name: string) =>
  admin.createTerminalEntry(DEFAULT_ACCOUNT, {
    action,
    subject: URL.canParse(name) ? new URL(name).host : name,
  });

const redirectUri = ({ origin }: { readonly origin: string }): string => `${origin}/oauth/callback`;

const isPrintable = (text: string): boolean => !/[^\x21-\x7e]/.test(text);

async function parseClientArguments(
  args: readonly string[],
  { findServer }: Pick<OAuthClientsContext, "findServer">,
) {
  const options = {
    "client-id": { type: "string" },
    own: { type: "boolean" },
    public: { type: "boolean" },
    server: { type: "boolean" },
    webhooks: { type: "boolean" },
  } as const;
  const { values, argument: slug } = parseArguments(args, options, "app ID");
  if (!/^[a-z][a-z0-9_]{0,27}$/.test(slug))
    throw new UsageError("An app ID has lowercase letters, digits and underscores.");
  if (!values.server) {
    const key = oauthClientKey(slug, values.own ? DEFAULT_ACCOUNT : undefined);
    return { slug, values, name: slug, key };
  }
  const origin = values.own ? undefined : await findServer?.(slug);
  if (origin === undefined)
    throw new UsageError(`"${slug}" doesn't share a sign-in server with other apps.`);
  return { slug, values, name: origin, key: serverClientKey(origin) };
}

/** Prints to standard error and reads from standard input, which may be a pipe. */
export const TERMINAL: CliPrompt = {
  print: console.error,
  async readSecret() {
    const { createInterface } = await import("node:readline");
    const { stdin } = await import("node:process");
    if (stdin.isTTY) console.error("Paste the client secret, then press Enter:");
    for await (const line of createInterface({ input: stdin })) return line;
    return "";
  },
};

export const OAUTH_CLIENTS: CommandTable<OAuthClientsContext> = {
  name: "apps",
  commands: { configure: configureClient, clients: clientsCommand, forget: forgetCommand },
  help: [
    {
      usage: "configure github --client-id …",
      description:
        "Store the OAuth client that you registered at an app. Reads its secret from standard input.",
    },
    { usage: "--public", description: "The client has no secret." },
    {
      usage: "--server",
      description: "Use the client for all apps of the catalog with the app's sign-in server.",
    },
    { usage: "--own", description: "The app is one that you added." },
    {
      usage: "configure slack --webhooks",
      description:
        "Store the secret with which the app signs the events of your OAuth client. Reads it from standard input, and prints the address for events.",
    },
    {
      usage: "clients",
      description: "List the apps and the sign-in servers that have an OAuth client.",
    },
    { usage: "forget github", description: "Delete the OAuth client of an app." },
    { usage: "forget slack --webhooks", description: "Delete the secret of its events." },
  ],
};
