import { parseArgs } from "node:util";
import { type ApiKey, createKey, DEFAULT_ACCOUNT, type Permission } from "../core/index.ts";
import type { KeyStore } from "../core/ports/key-store.ts";
import type { Settings } from "./environment.ts";
import { openKeyStore } from "./storage/open.ts";

/** Where the command speaks: the key alone goes to the output, all else beside it. */
export interface CliOutput {
  print(line: string): void;
  info(text: string): void;
}

const STANDARD_OUTPUT: CliOutput = { print: console.log, info: console.error };

const PERMISSIONS: readonly Permission[] = ["read", "connect", "run"];

/** `npm run keys -- create`, `list` and `revoke`; resolves with the process's exit code. */
export async function keysCommand(
  args: readonly string[],
  { databaseUrl, dataFolder }: Pick<Settings, "databaseUrl" | "dataFolder">,
  { print, info }: CliOutput = STANDARD_OUTPUT,
): Promise<0 | 1> {
  let keyStore: KeyStore | undefined;
  try {
    const [verb, ...rest] = args;
    const openStore = async () =>
      (keyStore = await openKeyStore({ url: databaseUrl, folder: dataFolder }));
    if (verb === "create") return await create(rest, openStore);
    if (verb === "list" && rest.length === 0)
      return list(await (await openStore()).listKeys(DEFAULT_ACCOUNT));
    if (verb === "revoke" && rest.length === 1) return await revoke(rest[0]!, await openStore());
    return refuse(HELP);
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await keyStore?.close();
  }

  async function create(rest: string[], openStore: () => Promise<KeyStore>): Promise<0 | 1> {
    const parsed = parseCreateArguments(rest);
    if ("wrong" in parsed) return refuse(`${parsed.wrong}\n\n${HELP}`);
    const { key, secret } = await createKey({ account: DEFAULT_ACCOUNT, ...parsed });
    const keyStore = await openStore();
    const sameName = (await keyStore.listKeys(DEFAULT_ACCOUNT)).filter(
      ({ name, revoked }) => name === key.name && revoked === undefined,
    );
    if (sameName.length > 0)
      info(`There is a key called ${key.name} already: this one is to be told from it by its id.`);
    await keyStore.addKey(key);
    info(
      `The key ${key.name} (${key.id}) may ${key.permissions.join(", ")}${key.apps ? `, in ${key.apps.join(", ")} alone` : ""}${key.expires ? `, until ${key.expires}` : ""}. It is shown this once:\n`,
    );
    print(secret);
    info(
      "\nOnly its fingerprint is kept. Send it as Authorization: Bearer <key>; whoever has it may do the same.",
    );
    return 0;
  }

  function list(keys: readonly ApiKey[]): 0 {
    if (keys.length === 0)
      info(
        "There is no key yet: npm run keys -- create --name laptop --permissions read,connect,run makes one.",
      );
    else print(formatTable(keys));
    return 0;
  }

  async function revoke(idOrName: string, keyStore: KeyStore): Promise<0 | 1> {
    const active = (await keyStore.listKeys(DEFAULT_ACCOUNT)).filter(
      ({ revoked }) => revoked === undefined,
    );
    const matches = active.filter(({ id, name }) => id === idOrName || name === idOrName);
    if (matches.length === 0)
      return refuse(
        `There is no key ${idOrName} that is not revoked yet; npm run keys -- list names them all.`,
      );
    if (matches.length > 1)
      return refuse(
        `${matches.length} keys are called ${idOrName}; revoke one by its id: ${matches.map(({ id }) => id).join(", ")}.`,
      );
    const [key] = matches;
    await keyStore.revokeKey(DEFAULT_ACCOUNT, key!.id, new Date().toISOString());
    info(`The key ${key!.name} (${key!.id}) is revoked: within a second it is refused everywhere.`);
    return 0;
  }

  function refuse(text: string): 1 {
    info(text);
    return 1;
  }
}

/** What is asked for, or what is wrong with it. */
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
      args: args,
      options: {
        name: { type: "string" },
        permissions: { type: "string" },
        apps: { type: "string" },
        user: { type: "string" },
        expires: { type: "string" },
      },
    }));
  } catch (error) {
    return { wrong: `${(error as Error).message.split(". ")[0]}.` };
  }
  const { name, permissions: permissionText, apps: slugs, user, expires: expiresText } = values;
  if (!name?.trim() || name.length > 100)
    return { wrong: "--name says what the key is called: up to 100 characters." };
  const permissions = parseList(permissionText ?? "");
  const unknown = permissions.find((item) => !PERMISSIONS.includes(item as Permission));
  if (permissions.length === 0 || unknown)
    return {
      wrong: `--permissions ${unknown ? `has ${unknown}` : "is missing"}: it is one or more of ${PERMISSIONS.join(", ")}, with commas between.`,
    };
  const apps = slugs === undefined ? undefined : parseList(slugs);
  if (apps && (apps.length === 0 || apps.some((slug) => !/^[a-z][a-z0-9_]{0,27}$/.test(slug))))
    return {
      wrong:
        "--apps has the ids of apps, with commas between: lower-case letters, digits and underscores.",
    };
  if (user !== undefined && (!user || user.length > 200))
    return { wrong: "--user is the id of an end user of yours: up to 200 characters." };
  const expires = expiresText === undefined ? undefined : parseExpiry(expiresText);
  if (expires === null)
    return {
      wrong: `--expires is ${expiresText}: it is a number of days such as 90d, or a time to come such as 2027-01-31T00:00:00Z.`,
    };
  return {
    name: name.trim(),
    permissions: PERMISSIONS.filter((item) => permissions.includes(item)),
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

function parseExpiry(text: string): string | null {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const time = days
    ? Date.now() + Number(days) * 86_400_000
    : /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text)
      ? Date.parse(text)
      : NaN;
  return time > Date.now() ? new Date(time).toISOString() : null;
}

function formatTable(keys: readonly ApiKey[]): string {
  const header = ["ID", "NAME", "KEY", "PERMISSIONS", "APPS", "CREATED", "LAST USED", "STANDING"];
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
  if (!expires) return "good";
  return Date.parse(expires) <= Date.now()
    ? `expired ${formatTime(expires)}`
    : `good until ${formatTime(expires)}`;
}

const HELP = `npm run keys -- create --name laptop --permissions read,connect,run   makes a key, and prints it once
                         --apps github,slack                        for these apps alone
                         --expires 90d                              for so long
                         --user 42                                  for an end user of yours
npm run keys -- list                                                  says which keys there are
npm run keys -- revoke laptop                                         by its name or its id`;
