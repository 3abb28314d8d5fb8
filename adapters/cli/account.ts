import { rmSync } from "node:fs";
import { admin } from "../../core/index.ts";
import type { AuditEntry } from "../../core/ports/stores/audit-log.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { commandLine } from "../runtime/command-line.ts";
import { setupLinkFile } from "../sign-in/setup-link.ts";
import { type AccountStores, openAccountStores } from "../storage/open.ts";
import {
  type CliOutput,
  type Command,
  type CommandTable,
  parseArguments,
  runCommand,
  UsageError,
} from "./command.ts";
import type { StoreSettings } from "./with-store.ts";

interface AccountContext extends CliOutput {
  readonly settings: AccountSettings;
}

interface AccountSettings extends StoreSettings {
  /** The origin of the platform's pages. */
  readonly origin: string;
}

const STANDARD_OUTPUT: CliOutput = { print: console.log, info: console.error };

/** Runs `account setup`, `sign-in`, `invite`, `members` or `audit`. Resolves with the exit code. */
export const accountCommand = (
  args: readonly string[],
  settings: AccountSettings,
  output: CliOutput = STANDARD_OUTPUT,
): Promise<0 | 1> => runCommand(ACCOUNT, args, { ...output, settings }, output);

const setupCommand: Command<AccountContext> = async (args, { settings, print, info }) => {
  parseArguments(args, {});
  const { origin } = settings;
  await withStores(settings, async ({ peopleStore }) => {
    if (await admin.isClaimed(peopleStore))
      throw new Error(
        `The account has been set up. Create a link to sign in: ${commandLine("account sign-in")}`,
      );
    const { url } = await admin.createSetupLink(peopleStore, {
      origin,
      now: Date.now(),
      replacesEarlier: true,
    });
    rmSync(setupLinkFile(settings.dataFolder), { force: true });
    info("Open this link to set up the account. It works once, for 24 hours:\n");
    print(url);
  });
};

const signInCommand: Command<AccountContext> = async (args, { settings, print, info }) => {
  const [name, ...others] = args.filter((arg) => !arg.startsWith("-"));
  parseArguments(others.length > 0 || args.some((arg) => arg.startsWith("-")) ? args : [], {});
  const { origin } = settings;
  await withStores(settings, async (stores) => {
    const member = await chooseMember(stores, name);
    const { url } = await admin.createSignInLink(stores.peopleStore, member.person, {
      origin,
      now: Date.now(),
    });
    info(`Open this link to sign in as ${member.name}. It works once, for 15 minutes:\n`);
    print(url);
    info("\nNothing else has changed. Passkeys and passwords still work.");
  });
};

const inviteCommand: Command<AccountContext> = async (args, { settings, print, info }) => {
  const { values } = parseArguments(args, { role: { type: "string", default: "member" } });
  const { role } = values;
  if (role !== "member" && role !== "owner")
    throw new UsageError(`--role is "${role}", but must be member or owner.`);
  const { origin } = settings;
  await withStores(settings, async ({ peopleStore }) => {
    if (!(await admin.isClaimed(peopleStore))) throw notSetUp();
    const { url } = await admin.createInvitation(peopleStore, role, { origin, now: Date.now() });
    const invited = role === "owner" ? "an owner" : "a member";
    info(`Send this link to the person who becomes ${invited}. It works once, for 7 days:\n`);
    print(url);
  });
};

const notSetUp = () =>
  new Error(
    `Nobody has set up the account yet. Create a setup link: ${commandLine("account setup")}`,
  );

/** Returns the member with a name or ID or, without one, the only owner. */
async function chooseMember({ peopleStore }: AccountStores, name: string | undefined) {
  const members = await peopleStore.listMembers(DEFAULT_ACCOUNT);
  if (members.length === 0 && !(await admin.isClaimed(peopleStore))) throw notSetUp();
  const matches =
    name === undefined
      ? members.filter(({ role }) => role === "owner")
      : members.filter((member) => [member.name, member.person].includes(name));
  const [match] = matches;
  if (match && matches.length === 1) return match;
  const names = members.map((member) => `  ${member.person}  ${member.name}`).join("\n");
  const problem =
    matches.length === 0
      ? `The account has no member ${JSON.stringify(name ?? "")}.`
      : "Several members match.";
  throw new Error(`${problem} Pass the name or ID of one:\n${names}`);
}

const membersCommand: Command<AccountContext> = async (args, { settings, print, info }) => {
  parseArguments(args, {});
  const members = await withStores(settings, ({ peopleStore }) =>
    peopleStore.listMembers(DEFAULT_ACCOUNT),
  );
  if (members.length === 0)
    return info(`No members yet. Create a setup link: ${commandLine("account setup")}`);
  for (const { person, name, role, since } of members)
    print(`${person}  ${role.padEnd(6)}  ${since.slice(0, 10)}  ${name}`);
};

const auditCommand: Command<AccountContext> = async (args, { settings, print, info }) => {
  parseArguments(args, {});
  const entries = await withStores(settings, ({ auditLog }) =>
    auditLog.list(DEFAULT_ACCOUNT, { limit: AUDIT_LINES }),
  );
  if (entries.length === 0) return info("The audit log is empty.");
  for (const entry of entries) print(formatEntry(entry));
};

const AUDIT_LINES = 100;

const formatEntry = ({ at, actor, action, subject = "", network = "" }: AuditEntry): string =>
  [at.slice(0, 19).replace("T", " "), action.padEnd(20), actor.name ?? actor.kind, subject, network]
    .join("  ")
    .trimEnd();

async function withStores<Result>(
  { databaseUrl, dataFolder }: AccountSettings,
  use: (stores: AccountStores) => Promise<Result>,
): Promise<Result> {
  const stores = await openAccountStores({ url: databaseUrl, folder: dataFolder });
  try {
    return await use(stores);
  } finally {
    await stores.close();
  }
}

const ACCOUNT: CommandTable<AccountContext> = {
  name: "account",
  commands: {
    setup: setupCommand,
    "sign-in": signInCommand,
    invite: inviteCommand,
    members: membersCommand,
    audit: auditCommand,
  },
  help: [
    { usage: "setup", description: "Print a link to set up the account, once." },
    {
      usage: "sign-in [name]",
      description: "Print a link that signs in a member, by default the only owner.",
    },
    {
      usage: "invite",
      description: "Print an invitation for a member, or with --role owner for an owner.",
    },
    { usage: "members", description: "List the members." },
    { usage: "audit", description: `List the last ${AUDIT_LINES} changes.` },
  ],
};
