import process from "node:process";
import { createInterface } from "node:readline/promises";
import { admin } from "../../core/index.ts";
import { didYouMean } from "../../core/lib/kit/text/find-nearest.ts";
import { type ApiKey, DEFAULT_ACCOUNT, type KeyStore } from "../../core/ports/stores/key-store.ts";
import { readCatalogNames } from "../catalog/read-names.ts";
import { commandLine } from "../runtime/command-line.ts";
import { driverFor } from "../storage/drivers.ts";
import {
  type CliOutput,
  type Command,
  type CommandTable,
  parseArguments,
  runCommand,
  UsageError,
} from "./command.ts";
import { type StoreSettings, withKeyStore } from "./with-store.ts";

const STANDARD_OUTPUT: CliOutput = { print: console.log, info: console.error };

/** Asks the operator a question. Resolves with the answer. */
type Ask = (question: string) => Promise<string>;

interface KeysContext extends CliOutput {
  readonly settings: KeySettings;
  /** Undefined: the program isn't used on a terminal. */
  readonly ask: Ask | undefined;
}

interface KeySettings extends StoreSettings {
  /** Undefined: the platform is off, and app IDs aren't checked. */
  readonly catalogFolder?: string | undefined;
}

/** Runs `keys create`, `list` or `revoke`. Resolves with the exit code. */
export const keysCommand = (
  args: readonly string[],
  settings: KeySettings,
  output: CliOutput = STANDARD_OUTPUT,
  ask: Ask | undefined = process.stdin.isTTY && process.stderr.isTTY ? askOnTerminal : undefined,
): Promise<0 | 1> => runCommand(KEYS, args, { ...output, settings, ask }, output);

/** Asks on standard error, because standard output receives only the key. */
async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

const createCommand: Command<KeysContext> = async (args, { settings, ask, print, info }) => {
  const { permissions: requested, ...options } = parseCreateArguments(args);
  const permissions = requested ?? (await askForPermissions(ask)) ?? DEFAULT_PERMISSIONS;
  const { key, secret } = await admin.createKey({
    account: DEFAULT_ACCOUNT,
    ...options,
    permissions,
    createdBy: "terminal",
  });
  await withKeyStore(settings, async (store) => {
    if (key.apps) await requireKnownApps(key.apps, store, settings.catalogFolder);
    const isNameTaken = (await store.listKeys(DEFAULT_ACCOUNT)).some(
      ({ name, revoked }) => name === key.name && revoked === undefined,
    );
    if (isNameTaken)
      info(`Another API key is also named "${key.name}". Tell them apart by their IDs.`);
    await store.addKey(key, auditEntry("key.created", key));
  });
  info(`Created API key "${key.name}" (${key.id}) in ${describeDatabase(settings)}.`);
  info(describeKey(key));
  if (!requested && !ask)
    info(`To grant more, create a key with --permissions ${admin.PERMISSIONS.join(",")}.`);
  info("Jackfield shows the key only this once:\n");
  print(secret);
  info(
    "\nSend it as Authorization: Bearer <key>. Anyone who has the key can use it. Jackfield stores only a digest.",
  );
};

/** Throws an error with a suggestion for an ID that no app of the catalog or the account has. */
async function requireKnownApps(
  slugs: readonly string[],
  store: Pick<KeyStore, "listApps">,
  catalogFolder: string | undefined,
): Promise<void> {
  const names = await readCatalogNames(catalogFolder);
  if (!names) return;
  const own = (await store.listApps(DEFAULT_ACCOUNT)).map(({ slug }) => slug);
  const known = [...names.keys(), ...own];
  const unknown = slugs.find((slug) => !known.includes(slug));
  if (unknown === undefined) return;
  const suggestion = didYouMean(unknown, known);
  throw new Error(
    `--apps contains "${unknown}", which is the ID of no app.${suggestion && ` ${suggestion}`} Add your own apps first: ${commandLine("apps add <file or URL>")}`,
  );
}

const listCommand: Command<KeysContext> = async (args, { settings, print, info }) => {
  parseArguments(args, {});
  const keys = await withKeyStore(settings, (store) => store.listKeys(DEFAULT_ACCOUNT));
  const database = describeDatabase(settings);
  if (keys.length === 0)
    return info(
      `No API keys in ${database} yet. Create one: ${commandLine("keys create --name laptop --permissions read,connect,run")}`,
    );
  info(`The API keys in ${database}:`);
  print(formatTable(keys));
};

const revokeCommand: Command<KeysContext> = async (args, { settings, info }) => {
  const { argument: idOrName } = parseArguments(args, {}, "name or ID of an API key");
  await withKeyStore(settings, async (store) => {
    const matches = (await store.listKeys(DEFAULT_ACCOUNT)).filter(
      ({ id, name, revoked }) => revoked === undefined && [id, name].includes(idOrName),
    );
    const [key] = matches;
    if (!key)
      throw new Error(
        `API key "${idOrName}" doesn't exist in ${describeDatabase(settings)}, or is already revoked. ${OTHER_DATABASE_HINT} List all keys: ${commandLine("keys list")}`,
      );
    if (matches.length > 1)
      throw new Error(
        `${matches.length} API keys are named "${idOrName}". Revoke one by its ID: ${matches.map(({ id }) => id).join(", ")}.`,
      );
    await store.revokeKey(
      DEFAULT_ACCOUNT,
      key.id,
      new Date().toISOString(),
      auditEntry("key.revoked", key),
    );
    info(
      `Revoked API key "${key.name}" (${key.id}) in ${describeDatabase(settings)}. Every process rejects it within a second.`,
    );
  });
};

const auditEntry = (action: string, { id, name }: ApiKey) =>
  admin.createTerminalEntry(DEFAULT_ACCOUNT, { action, subject: id, details: { name } });

const OTHER_DATABASE_HINT =
  "If it was created with another DATA_DIR or DATABASE_URL, set the same one.";

/** Describes the database of the keys, without a password. */
function describeDatabase({ databaseUrl, dataFolder }: KeySettings): string {
  const location = { url: databaseUrl, folder: dataFolder };
  return driverFor(location).describe(location);
}

/** Describes what a new key permits. */
function describeKey({ permissions, apps, user, expires }: ApiKey): string {
  const parts = [`Permissions: ${permissions.join(", ")}.`];
  if (apps) parts.push(`Apps: ${apps.join(", ")}.`);
  if (user) parts.push(`End user: ${user}.`);
  if (expires) parts.push(`Expires: ${expires}.`);
  return parts.join(" ");
}

function parseCreateArguments(args: readonly string[]) {
  const { values } = parseArguments(args, {
    name: { type: "string" },
    permissions: { type: "string" },
    apps: { type: "string" },
    user: { type: "string" },
    expires: { type: "string" },
  });
  const { name, permissions: permissionText, apps: slugs, user, expires: expiresText } = values;
  if (!name?.trim() || name.length > 100)
    throw new UsageError("--name must name the key, in 1 to 100 characters.");
  const permissions = permissionText === undefined ? undefined : parsePermissions(permissionText);
  const apps = slugs === undefined ? undefined : parseList(slugs);
  if (apps && (apps.length === 0 || apps.some((slug) => !/^[a-z][a-z0-9_]{0,27}$/.test(slug))))
    throw new UsageError(
      "--apps must list app IDs, separated by commas. An app ID has lowercase letters, digits and underscores.",
    );
  if (user !== undefined && (!user || user.length > 200))
    throw new UsageError("--user must be the ID of one of your end users, in 1 to 200 characters.");
  const expires = expiresText === undefined ? undefined : parseExpiry(expiresText);
  if (expires === null)
    throw new UsageError(
      `--expires is "${expiresText}", but must be a number of days such as 90d, or a future time such as 2027-01-31T00:00:00Z.`,
    );
  return {
    name: name.trim(),
    permissions,
    ...(apps && { apps: [...new Set(apps)] }),
    ...(user && { user }),
    ...(expires && { expires }),
  };
}

/** The permissions of a key if the operator names none. They can't change anything. */
const DEFAULT_PERMISSIONS: readonly admin.Permission[] = ["read"];

/** Asks for the permissions. Resolves with undefined if there is no terminal or no answer. */
async function askForPermissions(
  ask: Ask | undefined,
): Promise<readonly admin.Permission[] | undefined> {
  const answer = await ask?.(
    `Permissions, separated by commas (${admin.PERMISSIONS.join(", ")}). Press Enter for ${DEFAULT_PERMISSIONS.join(",")}: `,
  );
  return answer?.trim() ? parsePermissions(answer) : undefined;
}

function parsePermissions(text: string): readonly admin.Permission[] {
  const permissions = parseList(text);
  const unknown = permissions.find((item) => !admin.PERMISSIONS.includes(item as admin.Permission));
  if (permissions.length === 0 || unknown)
    throw new UsageError(
      `--permissions ${unknown ? `contains "${unknown}"` : "is empty"}. Choose from ${admin.PERMISSIONS.join(", ")}, separated by commas.`,
    );
  return admin.PERMISSIONS.filter((item) => permissions.includes(item));
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
    key.client ? key.client.redirectHost : `${key.prefix}…`,
    key.permissions.join(","),
    key.apps?.join(",") ?? "all",
    formatTime(key.created),
    key.lastUsed ? formatTime(key.lastUsed) : "never",
    formatStatus(key),
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
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

const KEYS: CommandTable<KeysContext> = {
  name: "keys",
  commands: { create: createCommand, list: listCommand, revoke: revokeCommand },
  help: [
    { usage: "create --name laptop", description: "Create an API key and print it once." },
    {
      usage: "--permissions read,connect,run",
      description: "What the key may do. On a terminal, the default is to ask; elsewhere read.",
    },
    { usage: "--apps github,slack", description: "Limit the key to these apps." },
    { usage: "--user 42", description: "Limit the key to one of your end users." },
    { usage: "--expires 90d", description: "Limit the lifetime of the key." },
    { usage: "list", description: "List the API keys." },
    { usage: "revoke laptop", description: "Revoke an API key by its name or ID." },
  ],
};
