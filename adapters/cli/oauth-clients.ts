import { parseArgs } from "node:util";
import { admin } from "../../core/index.ts";
import { type ConnectionStore, oauthClientKey } from "../../core/ports/connection-store.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/key-store.ts";
import { openStoredVault } from "../secrets/open-vault.ts";
import { openConnectionStore } from "../storage/open.ts";
import type { SecretStorageSettings } from "./secrets.ts";

/**
 * Output of the command, and the source of a secret. Arguments aren't safe for secrets because
 * other users can see them.
 */
export interface CliPrompt {
  print(text: string): void;
  /** Reads the first line of standard input. */
  readSecret(): Promise<string>;
}

/**
 * Runs `npm run apps -- configure <app>`, `clients` or `forget <app>`, which manage the OAuth
 * clients that the operator registered at apps. `origin` is the origin of the platform, for the
 * redirect URI. Resolves with the exit code.
 */
export async function oauthClientsCommand(
  args: readonly string[],
  {
    databaseUrl,
    dataFolder,
    secretsKey,
    origin,
  }: SecretStorageSettings & { readonly origin: string },
  { print, readSecret }: CliPrompt = TERMINAL,
): Promise<0 | 1> {
  let connections: ConnectionStore | undefined;
  const openStore = async () => {
    connections = await openConnectionStore({ url: databaseUrl, folder: dataFolder });
    return connections;
  };
  const redirectUri = `${origin}/oauth/callback`;
  try {
    const [command, ...rest] = args;
    if (command === "clients" && rest.length === 0) {
      const apps = await (await openStore()).listClients();
      print(
        apps.length > 0
          ? apps.join("\n")
          : `No OAuth clients yet. Register one at an app with the redirect URI ${redirectUri}, then store it here:\n\n${HELP}`,
      );
      return 0;
    }
    if (command !== "configure" && command !== "forget") return fail(HELP);
    const parsed = parseClientArguments(rest, command);
    if ("error" in parsed) return fail(`${parsed.error}\n\n${HELP}`);
    const { slug, isOwn, clientId, isPublic } = parsed;
    const key = oauthClientKey(slug, isOwn ? DEFAULT_ACCOUNT : undefined);
    if (command === "forget") {
      const store = await openStore();
      if (!(await store.listClients()).includes(key))
        return fail(`There is no OAuth client for "${slug}". List them: npm run apps -- clients`);
      await store.saveClient(key, undefined);
      print(
        `Deleted the OAuth client for ${slug}. Its connections work until their tokens need a refresh.`,
      );
      return 0;
    }
    const secret = isPublic ? undefined : (await readSecret()).trim();
    if (secret === "" || (secret && /[^\x21-\x7e]/.test(secret)))
      return fail(
        `The client secret is empty or contains invalid characters. Pass it as one line on standard input: npm run apps -- configure ${slug} --client-id ${clientId} < secret.txt`,
      );
    const store = await openStore();
    const vault = await openStoredVault(store, { secretsKey, dataFolder });
    await admin.storeOAuthClient({ store, vault }, key, {
      id: clientId!,
      ...(secret && { secret }),
    });
    print(
      `Users can now connect ${slug}. Its redirect URI at the app must be exactly ${redirectUri}`,
    );
    return 0;
  } catch (error) {
    return fail((error as Error).message);
  } finally {
    await connections?.close();
  }

  function fail(message: string): 1 {
    print(message);
    return 1;
  }
}

function parseClientArguments(
  args: readonly string[],
  command: "configure" | "forget",
):
  | {
      readonly slug: string;
      readonly isOwn: boolean;
      readonly clientId: string | undefined;
      readonly isPublic: boolean;
    }
  | { readonly error: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "client-id": { type: "string" },
        own: { type: "boolean" },
        public: { type: "boolean" },
      },
    });
    const [slug] = positionals;
    const clientId = values["client-id"];
    if (positionals.length !== 1 || !/^[a-z][a-z0-9_]{0,27}$/.test(slug!))
      return { error: "Pass one app ID. It has lowercase letters, digits and underscores." };
    if (command === "configure" && (!clientId || /[^\x21-\x7e]/.test(clientId)))
      return {
        error: "--client-id is missing or invalid. Copy it from the app's page for the client.",
      };
    return { slug: slug!, isOwn: values.own ?? false, clientId, isPublic: values.public ?? false };
  } catch (error) {
    return { error: `${(error as Error).message.split(". ")[0]}.` };
  }
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

const HELP = `npm run apps -- configure github --client-id Iv1.8a61f9b3a7aba766   Store an OAuth client. Reads its secret from standard input.
                                 --public                           The client has no secret.
                                 --own                              The app is one that you added.
npm run apps -- clients                                             List the apps that have an OAuth client.
npm run apps -- forget github                                       Delete the OAuth client of an app.`;
