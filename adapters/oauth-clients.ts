import { parseArgs } from "node:util";
import { clientKey, DEFAULT_ACCOUNT, openVault, storeClient } from "../core/index.ts";
import type { ConnectionStore } from "../core/ports/connection-store.ts";
import type { SecretStorageSettings } from "./secrets/command.ts";
import { openMasterKeys } from "./secrets/master-keys.ts";
import { openConnectionStore } from "./storage/open.ts";

/** Where the command speaks, and where it reads a secret: never from its own words, which other users of the machine may see. */
export interface CliPrompt {
  print(text: string): void;
  /** The first line of what is typed or piped in. */
  readSecret(): Promise<string>;
}

/** `npm run apps -- configure <app> --client-id …`, `clients` and `forget <app>`: the OAuth clients that the operator has registered at apps; resolves with the process's exit code. `origin`: where the service is, for the redirect address. */
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
  const openStore = async () =>
    (connections = await openConnectionStore({ url: databaseUrl, folder: dataFolder }));
  try {
    const [command, ...rest] = args;
    if (command === "clients" && rest.length === 0) {
      const apps = await (await openStore()).listClients();
      print(
        apps.length > 0
          ? apps.join("\n")
          : `There is no OAuth client yet. Register one at an app, with the redirect address ${origin}/oauth/callback, and give it here:\n\n${HELP}`,
      );
      return 0;
    }
    if (command !== "configure" && command !== "forget") return refuse(HELP);
    const parsed = parseClientArguments(rest, command);
    if ("wrong" in parsed) return refuse(`${parsed.wrong}\n\n${HELP}`);
    const { slug, isOwn, clientId, isPublic } = parsed;
    const key = clientKey(slug, isOwn ? DEFAULT_ACCOUNT : undefined);
    if (command === "forget") {
      if (!(await (await openStore()).listClients()).includes(key))
        return refuse(`There is no OAuth client for ${slug}.`);
      await connections!.saveClient(key, undefined);
      print(
        `The OAuth client for ${slug} is forgotten. Connections that were made with it go on until they are to be renewed.`,
      );
      return 0;
    }
    const secret = isPublic ? undefined : (await readSecret()).trim();
    if (secret === "" || (secret && /[^\x21-\x7e]/.test(secret)))
      return refuse(
        `The client's secret is read from the input, one line: npm run apps -- configure ${slug} --client-id ${clientId} < secret.txt`,
      );
    const vault = await openVault({
      store: await openStore(),
      masterKeys: await openMasterKeys({ secretsKey, dataFolder }, connections!),
    });
    await storeClient(connections!, vault, key, { id: clientId!, ...(secret && { secret }) });
    print(
      `${slug} can be connected now. Its redirect address must be, exactly: ${origin}/oauth/callback`,
    );
    return 0;
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await connections?.close();
  }

  function refuse(message: string): 1 {
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
  | { readonly wrong: string } {
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
      return { wrong: "Say for which app, by its id: lower-case letters, digits and underscores." };
    if (command === "configure" && (!clientId || /[^\x21-\x7e]/.test(clientId)))
      return { wrong: "--client-id is missing: the app shows it where the client is registered." };
    return { slug: slug!, isOwn: values.own ?? false, clientId, isPublic: values.public ?? false };
  } catch (error) {
    return { wrong: `${(error as Error).message.split(". ")[0]}.` };
  }
}

/** A terminal, or whatever is piped in. */
export const TERMINAL: CliPrompt = {
  print: console.error,
  async readSecret() {
    const { createInterface } = await import("node:readline");
    const { stdin } = await import("node:process");
    if (stdin.isTTY) console.error("Paste the client's secret, and press Enter:");
    for await (const line of createInterface({ input: stdin })) return line;
    return "";
  },
};

const HELP = `npm run apps -- configure github --client-id Iv1.8a61f9b3a7aba766   takes the secret from the input
                              --public                           the client has no secret
                              --own                              of an app that the account has added
npm run apps -- clients                                          says which apps have a client
npm run apps -- forget github`;
