import { parseArgs } from "node:util";
import { admin } from "../../core/index.ts";
import { type ApiKey, DEFAULT_ACCOUNT, type KeyStore } from "../../core/ports/key-store.ts";
import type { SharedSettings } from "../config/settings.ts";
import { openKeyStore } from "../storage/open.ts";

/**
 * Output of a command: `print` writes results to standard output, `info` writes messages to
 * standard error.
 */
export interface CliOutput {
  print(line: string): void;
  info(text: string): void;
}

const STANDARD_OUTPUT: CliOutput = { print: console.log, info: console.error };

/** Runs `npm run keys -- create`, `list` or `revoke`. Resolves with the exit code. */
export async function keysCommand(
  args: readonly string[],
  { databaseUrl, dataFolder }: Pick<SharedSettings, "databaseUrl" | "dataFolder">,
  { print, info }: CliOutput = STANDARD_OUTPUT,
): Promise<0 | 1> {
  let keyStore: KeyStore | undefined;
  try {
    const [verb, ...rest] = args;
    const openStore = async () => {
      keyStore = await openKeyStore({ url: databaseUrl, folder: dataFolder });
      return keyStore;
    };
    if (verb === "create") return await create(rest, openStore);
    if (verb === "list" && rest.length === 0)
      return list(await (await openStore()).listKeys(DEFAULT_ACCOUNT));
    if (verb === "revoke" && rest.length === 1) return await revoke(rest[0]!, await openStore());
    return fail(HELP);
  } catch (error) {
    return fail((error as Error).message);
  } finally {
    await keyStore?.close();
  }

  async function create(rest: string[], openStore: () => Promise<KeyStore>): Promise<0 | 1> {
    const parsed = parseCreateArguments(rest);
    if ("error" in parsed) return fail(`${parsed.error}\n\n${HELP}`);
    const { key, secret } = await admin.createKey({ account: DEFAULT_ACCOUNT, ...parsed });
    const store = await openStore();
    const isNameTaken = (await store.listKeys(DEFAULT_ACCOUNT)).some(
      ({ name, revoked }) => name === key.name && revoked === undefined,
    );
    if (isNameTaken)
      info(`Another API key is also named "${key.name}". Tell them apart by their IDs.`);
    await store.addKey(key);
    info(`Created API key "${key.name}" (${key.id}). ${describeKey(key)}`);
    info("Jackfield shows the key only this once:\n");
    print(secret);
    info(
      "\nSend it as Authorization: Bearer <key>. Anyone who has the key can use it. Jackfield stores only a digest.",
    );
    return 0;
  }

  function list(keys: readonly ApiKey[]): 0 {
    if (keys.length === 0)
      info(
        "No API keys yet. Create one: npm run keys -- create --name laptop --permissions read,connect,run",
      );
    else print(formatTable(keys));
    return 0;
  }

  async function revoke(idOrName: string, store: KeyStore): Promise<0 | 1> {
    const keys = (await store.listKeys(DEFAULT_ACCOUNT)).filter(
      ({ revoked }) => revoked === undefined,
    );
    const matches = keys.filter(({ id, name }) => id === idOrName || name === idOrName);
    const [key] = matches;
    if (!key)
      return fail(
        `API key "${idOrName}" doesn't exist or is already revoked. List all keys: npm run keys -- list`,
      );
    if (matches.length > 1)
      return fail(
        `${matches.length} API keys are named "${idOrName}". Revoke one by its ID: ${matches.map(({ id }) => id).join(", ")}.`,
      );
    await store.revokeKey(DEFAULT_ACCOUNT, key.id, new Date().toISOString());
    info(`Revoked API key "${key.name}" (${key.id}). Every process rejects it within a second.`);
    return 0;
  }

  function fail(text: string): 1 {
    info(text);
    return 1;
  }
}

/** Describes what a new key permits. */
function describeKey({ permissions, apps, user, expires }: ApiKey): string {
  const parts = [`Permissions: ${permissions.join(", ")}.`];
  if (apps) parts.push(`Apps: ${apps.join(", ")}.`);
  if (user) parts.push(`End user: ${user}.`);
  if (expires) parts.push(`Expires: ${expires}.`);
  return parts.join(" ");
}

/** Parses the arguments of `create`. Returns `error` if they are invalid. */
function parseCreateArguments(args: string[]) {
  let values: {
    name?: string;
    permissions?: string;
    apps?: string;
    user?: string;
    expires?: string;
  };
  try {
    ({ values } = parseArgs({
      args,
      options: {
        name: { type: "string" },
        permissions: { type: "string" },
        apps: { type: "string" },
        user: { type: "string" },
        expires: { type: "string" },
      },
    }));
  } catch (error) {
    return { error: `${(error as Error).message.split(". ")[0]}.` };
  }
  const { name, permissions: permissionText, apps: slugs, user, expires: expiresText } = values;
  if (!name?.trim() || name.length > 100)
    return { error: "--name must name the key, in 1 to 100 characters." };
  const permissions = parseList(permissionText ?? "");
  const unknown = permissions.find((item) => !admin.PERMISSIONS.includes(item as admin.Permission));
  if (permissions.length === 0 || unknown)
    return {
      error: `--permissions ${unknown ? `contains "${unknown}"` : "is missing"}. Choose from ${admin.PERMISSIONS.join(", ")}, separated by commas.`,
    };
  const apps = slugs === undefined ? undefined : parseList(slugs);
  if (apps && (apps.length === 0 || apps.some((slug) => !/^[a-z][a-z0-9_]{0,27}$/.test(slug))))
    return {
      error:
        "--apps must list app IDs, separated by commas. An app ID has lowercase letters, digits and underscores.",
    };
  if (user !== undefined && (!user || user.length > 200))
    return { error: "--user must be the ID of one of your end users, in 1 to 200 characters." };
  const expires = expiresText === undefined ? undefined : parseExpiry(expiresText);
  if (expires === null)
    return {
      error: `--expires is "${expiresText}", but must be a number of days such as 90d, or a future time such as 2027-01-31T00:00:00Z.`,
    };
  return {
    name: name.trim(),
    permissions: admin.PERMISSIONS.filter((item) => permissions.includes(item)),
    ...(apps && { apps: [...new Set(apps)] }),
    ...(user && { user }),
    ...(expires && { expires }),
  };
}

const parseList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean);

/** Parses `90d` or an ISO 8601 time. Returns null if it is invalid or not in the future. */
function parseExpiry(text: string): string | null {
  const time = parseExpiryTime(text);
  return time > Date.now() ? new Date(time).toISOString() : null;
}

function parseExpiryTime(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days) return Date.now() + Number(days) * 86_400_000;
  const isTime = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text);
  return isTime ? Date.parse(text) : Number.NaN;
}

function formatTable(keys: readonly ApiKey[]): string {
  const header = ["ID", "NAME", "KEY", "PERMISSIONS", "APPS", "CREATED", "LAST USED", "STATUS"];
  const rows = keys.map((key) => [
    key.id,
    key.name,
    `${key.prefix}…`,
    key.permissions.join(","),
    key.apps?.join(",") ?? "all",
    formatTime(key.created),
    key.lastUsed ? formatTime(key.lastUsed) : "never",
    formatStatus(key),
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const formatTime = (time: string): string => time.slice(0, 16).replace("T", " ");

function formatStatus({ revoked, expires }: ApiKey): string {
  if (revoked) return `revoked ${formatTime(revoked)}`;
  if (!expires) return "active";
  return Date.parse(expires) <= Date.now()
    ? `expired ${formatTime(expires)}`
    : `active until ${formatTime(expires)}`;
}

const HELP = `npm run keys -- create --name laptop --permissions read,connect,run   Create an API key and print it once.
                       --apps github,slack                            Limit the key to these apps.
                       --user 42                                      Limit the key to one of your end users.
                       --expires 90d                                  Limit the lifetime of the key.
npm run keys -- list                                                  List the API keys.
npm run keys -- revoke laptop                                         Revoke an API key by its name or ID.`;
