import { parseArgs } from "node:util";
import { ACCOUNT, type ApiKey, newKey, type Permission } from "../core/index.ts";
import type { Accounts } from "../core/ports/accounts.ts";
import type { Settings } from "./environment.ts";
import { openAccounts } from "./storage/open.ts";

/** Where the command speaks: the key alone goes to the output, all else beside it. */
export interface Voice {
  print(line: string): void;
  say(text: string): void;
}

const VOICE: Voice = { print: console.log, say: console.error };

const PERMISSIONS: readonly Permission[] = ["read", "connect", "run"];

/** `npm run keys -- create`, `list` and `revoke`; resolves with the process's exit code. */
export async function keysCommand(
  words: readonly string[],
  { databaseUrl, dataFolder }: Pick<Settings, "databaseUrl" | "dataFolder">,
  { print, say }: Voice = VOICE,
): Promise<0 | 1> {
  let accounts: Accounts | undefined;
  try {
    const [verb, ...rest] = words;
    const open = async () =>
      (accounts = await openAccounts({ url: databaseUrl, folder: dataFolder }));
    if (verb === "create") return await create(rest, open);
    if (verb === "list" && rest.length === 0) return list(await (await open()).keys(ACCOUNT));
    if (verb === "revoke" && rest.length === 1) return await revoke(rest[0]!, await open());
    return refuse(HELP);
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await accounts?.close();
  }

  async function create(rest: string[], open: () => Promise<Accounts>): Promise<0 | 1> {
    const asked = wanted(rest);
    if ("wrong" in asked) return refuse(`${asked.wrong}\n\n${HELP}`);
    const { key, secret } = await newKey({ account: ACCOUNT, ...asked });
    const accounts = await open();
    const alike = (await accounts.keys(ACCOUNT)).filter(
      ({ name, revoked }) => name === key.name && revoked === undefined,
    );
    if (alike.length > 0)
      say(`There is a key called ${key.name} already: this one is to be told from it by its id.`);
    await accounts.addKey(key);
    say(
      `The key ${key.name} (${key.id}) may ${key.permissions.join(", ")}${key.apps ? `, in ${key.apps.join(", ")} alone` : ""}${key.expires ? `, until ${key.expires}` : ""}. It is shown this once:\n`,
    );
    print(secret);
    say(
      "\nOnly its fingerprint is kept. Send it as Authorization: Bearer <key>; whoever has it may do the same.",
    );
    return 0;
  }

  function list(keys: readonly ApiKey[]): 0 {
    if (keys.length === 0)
      say(
        "There is no key yet: npm run keys -- create --name laptop --permissions read,connect,run makes one.",
      );
    else print(tableOf(keys));
    return 0;
  }

  async function revoke(which: string, accounts: Accounts): Promise<0 | 1> {
    const live = (await accounts.keys(ACCOUNT)).filter(({ revoked }) => revoked === undefined);
    const named = live.filter(({ id, name }) => id === which || name === which);
    if (named.length === 0)
      return refuse(
        `There is no key ${which} that is not revoked yet; npm run keys -- list names them all.`,
      );
    if (named.length > 1)
      return refuse(
        `${named.length} keys are called ${which}; revoke one by its id: ${named.map(({ id }) => id).join(", ")}.`,
      );
    const [key] = named;
    await accounts.revokeKey(ACCOUNT, key!.id, new Date().toISOString());
    say(`The key ${key!.name} (${key!.id}) is revoked: within a second it is refused everywhere.`);
    return 0;
  }

  function refuse(text: string): 1 {
    say(text);
    return 1;
  }
}

/** What is asked for, or what is wrong with it. */
function wanted(words: string[]) {
  let values: {
    name?: string;
    permissions?: string;
    apps?: string;
    user?: string;
    expires?: string;
  };
  try {
    ({ values } = parseArgs({
      args: words,
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
  const { name, permissions: said, apps: slugs, user, expires: until } = values;
  if (!name?.trim() || name.length > 100)
    return { wrong: "--name says what the key is called: up to 100 characters." };
  const permissions = listed(said ?? "");
  const strange = permissions.find((each) => !PERMISSIONS.includes(each as Permission));
  if (permissions.length === 0 || strange)
    return {
      wrong: `--permissions ${strange ? `has ${strange}` : "is missing"}: it is one or more of ${PERMISSIONS.join(", ")}, with commas between.`,
    };
  const apps = slugs === undefined ? undefined : listed(slugs);
  if (apps && (apps.length === 0 || apps.some((slug) => !/^[a-z][a-z0-9_]{0,27}$/.test(slug))))
    return {
      wrong:
        "--apps has the ids of apps, with commas between: lower-case letters, digits and underscores.",
    };
  if (user !== undefined && (!user || user.length > 200))
    return { wrong: "--user is the id of an end user of yours: up to 200 characters." };
  const expires = until === undefined ? undefined : expiryOf(until);
  if (expires === null)
    return {
      wrong: `--expires is ${until}: it is a number of days such as 90d, or a time to come such as 2027-01-31T00:00:00Z.`,
    };
  return {
    name: name.trim(),
    permissions: PERMISSIONS.filter((each) => permissions.includes(each)),
    ...(apps && { apps: [...new Set(apps)] }),
    ...(user && { user }),
    ...(expires && { expires }),
  };
}

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);

function expiryOf(text: string): string | null {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const at = days
    ? Date.now() + Number(days) * 86_400_000
    : /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text)
      ? Date.parse(text)
      : NaN;
  return at > Date.now() ? new Date(at).toISOString() : null;
}

function tableOf(keys: readonly ApiKey[]): string {
  const head = ["ID", "NAME", "KEY", "PERMISSIONS", "APPS", "CREATED", "LAST USED", "STANDING"];
  const rows = keys.map((key) => [
    key.id,
    key.name,
    `${key.prefix}…`,
    key.permissions.join(","),
    key.apps?.join(",") ?? "all",
    day(key.created),
    key.lastUsed ? day(key.lastUsed) : "never",
    standing(key),
  ]);
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]!.length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const day = (time: string): string => time.slice(0, 16).replace("T", " ");

function standing({ revoked, expires }: ApiKey): string {
  if (revoked) return `revoked ${day(revoked)}`;
  if (!expires) return "good";
  return Date.parse(expires) <= Date.now()
    ? `expired ${day(expires)}`
    : `good until ${day(expires)}`;
}

const HELP = `npm run keys -- create --name laptop --permissions read,connect,run   makes a key, and prints it once
                         --apps github,slack                        for these apps alone
                         --expires 90d                              for so long
                         --user 42                                  for an end user of yours
npm run keys -- list                                                  says which keys there are
npm run keys -- revoke laptop                                         by its name or its id`;
