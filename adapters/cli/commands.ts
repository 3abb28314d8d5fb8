import process from "node:process";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import { findNearest } from "../../core/lib/kit/text/find-nearest.ts";
import { readEnvironment } from "../config/dot-env.ts";
import { parseSettings, readSettings, type Settings } from "../config/settings.ts";
import { type Environment, settingsHelp } from "../config/table.ts";
import { listeningUrl, toReachableOrigin } from "../runtime/address.ts";
import { commandLine, isPackage } from "../runtime/command-line.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { isHelpOption } from "./command.ts";

/** A program besides the server. */
interface Program {
  /** Ends with the arguments that select a command, if it has several. */
  readonly summary: string;
  run(args: readonly string[], environment: Environment): Promise<0 | 1>;
}

const DOCTOR_SUMMARY =
  "Check the settings, the pages, the ports and the public URLs without serving.";

/** The programs besides the server, by name. Each is loaded when it runs. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  doctor: {
    summary: DOCTOR_SUMMARY,
    async run(args, environment) {
      if (args.some(isHelpOption)) {
        console.log(`${commandLine("doctor")}   ${DOCTOR_SUMMARY}`);
        return 0;
      }
      if (args.length > 0) throw new StartupError(`"doctor" takes no arguments.`);
      const { doctor } = await import("../doctor/doctor.ts");
      // A check that timed out would keep the process alive.
      return process.exit(await doctor(environment));
    },
  },
  docs: {
    summary: "Serve this documentation, by default at http://127.0.0.1:4300.",
    run: async (args, environment) => (await import("./docs.ts")).docsCommand(args, environment),
  },
  keys: {
    summary: "Create, list or revoke API keys: create, list, revoke.",
    run: withSettings(async (args, { shared, platform }) =>
      (await import("./keys.ts")).keysCommand(args, {
        ...shared,
        catalogFolder: platform?.catalogFolder,
      }),
    ),
  },
  account: {
    summary:
      "Set up the account, sign in or list its members and changes: setup, sign-in, members, audit.",
    run: withSettings(async (args, { shared, platform }) =>
      (await import("./account.ts")).accountCommand(args, {
        ...shared,
        origin: platformOrigin(platform),
      }),
    ),
  },
  apps: {
    summary: "Add your own apps (add <file or URL>), or store OAuth clients (configure <app>).",
    run: withSettings(async (args, settings) =>
      (await import("./apps.ts")).appsCommand(args, settings),
    ),
  },
  catalog: {
    summary: "Compile the app catalog from npm packages.",
    run: withSettings(async (args, { platform }, { npm_config_registry: registry }) =>
      (await import("./catalog.ts")).catalogCommand(args, {
        folder: platform?.catalogFolder,
        registry,
      }),
    ),
  },
  secrets: {
    summary: "Show or rotate the key that encrypts credentials: show, rotate.",
    run: withSettings(async (args, { shared }) =>
      (await import("./secrets.ts")).secretsCommand(args, shared),
    ),
  },
  backup: {
    summary: "Write the stored data to a file while Jackfield runs (FILE, --keys FILE).",
    run: withSettings(async (args, { shared }) =>
      (await import("./backup.ts")).backupCommand(args, shared),
    ),
  },
  restore: {
    summary: "Restore a backup into an empty database, SQLite or PostgreSQL (FILE, --keys FILE).",
    run: withSettings(async (args, { shared }) =>
      (await import("./backup.ts")).restoreCommand(args, shared),
    ),
  },
  "signing-key": {
    summary: "Show or rotate the key that signs requests to third parties: show, rotate.",
    run: withSettings(async (args, { shared }) =>
      (await import("./signing-key.ts")).signingKeyCommand(args, shared),
    ),
  },
};

/** The URL at which the platform serves with these settings. */
const platformOrigin = (platform: Settings["platform"]): string =>
  platform?.publicOrigin ??
  toReachableOrigin(listeningUrl(platform?.hostname ?? "127.0.0.1", platform?.port ?? 4200));

/** Programs that were renamed, by their former names. */
const FORMER_NAMES: Readonly<Record<string, string>> = { catalogue: "catalog" };

/**
 * Runs the program that the first argument names. Resolves with the exit code. Rejects with a
 * `StartupError` if there is no such program.
 */
export async function runProgram(
  [name = "", ...args]: readonly string[],
  environment: Environment,
): Promise<0 | 1> {
  if (name === "help") {
    const [topic] = args;
    if (topic !== undefined) return runProgram([topic, "--help"], environment);
    console.log(formatHelp());
    return 0;
  }
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program) return program.run(args, environment);
  if (Object.hasOwn(FORMER_NAMES, name))
    throw new StartupError(`"${name}" is now called "${FORMER_NAMES[name]}".`);
  const nearest = findNearest(name, [...Object.keys(PROGRAMS), "help"], 0.6);
  throw new StartupError(`Unknown command "${name}".`, {
    hint: nearest
      ? `Did you mean ${nearest}?`
      : `List commands and settings: ${commandLine("--help")}`,
  });
}

/** Reads the variables of the environment and of the `.env` file. Throws a `StartupError`. */
export function loadVariables(environment: Environment): Environment {
  const file = readEnvironment(".env", environment);
  if ("error" in file) throw new StartupError(file.error);
  return file.environment;
}

/** Reads the settings of the environment and of the `.env` file. Throws a `StartupError`. */
export function loadSettings(environment: Environment): Settings {
  const settings = readSettings(loadVariables(environment));
  if ("errors" in settings) throw new StartupError(settings.errors.join("\n"));
  return settings;
}

function withSettings(
  run: (args: readonly string[], settings: Settings, environment: Environment) => Promise<0 | 1>,
): Program["run"] {
  return (args, environment) => {
    // The help text doesn't need valid settings.
    const settings = args.some(isHelpOption)
      ? parseSettings({}).settings
      : loadSettings(environment);
    return run(args, settings, environment);
  };
}

/** The programs by what they are for, in the order of the help text. */
const PROGRAM_GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["Check and read", ["doctor", "docs"]],
  ["Accounts, keys and apps", ["account", "keys", "apps", "catalog"]],
  ["Data and secrets", ["backup", "restore", "secrets", "signing-key"]],
];

const formatCommand = ([command, summary]: readonly [string, string]): string =>
  `  ${command.padEnd(26)}  ${summary}`;

/** Formats the programs in groups. A program that is in no group comes last. */
function formatPrograms(): string {
  const grouped = new Set(PROGRAM_GROUPS.flatMap(([, names]) => names));
  const others = Object.keys(PROGRAMS).filter((name) => !grouped.has(name));
  return [...PROGRAM_GROUPS, ["Others", others] as const]
    .filter(([, names]) => names.length > 0)
    .map(
      ([title, names]) =>
        `${title}:\n${names.map((name) => formatCommand([commandLine(name), requireValue(PROGRAMS[name], name).summary])).join("\n")}`,
    )
    .join("\n\n");
}

/** Formats the text of `--help`. */
export function formatHelp(): string {
  const servers: readonly (readonly [string, string])[] = [
    [commandLine(""), "Serve the demo shop, or the site that the settings describe."],
    // The npm package runs on the runtime that starts it.
    ...(isPackage
      ? []
      : ([
          ["npm run start:bun", "The same on Bun."],
          ["npm run start:deno", "The same on Deno."],
        ] as const)),
    [commandLine("--version"), "Print the version."],
    [commandLine("help"), "Print this text. help COMMAND explains a command."],
  ];
  return `Jackfield gives AI agents an API to your website, and one API for the tools of third-party apps.

Serve:
${servers.map(formatCommand).join("\n")}

${formatPrograms()}

Settings are environment variables, or lines of a .env file in this folder.

${settingsHelp()}
`;
}
