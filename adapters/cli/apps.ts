import { admin } from "../../core/index.ts";
import { findNearest } from "../../core/lib/kit/text/find-nearest.ts";
import { formatCount } from "../../core/lib/kit/text/format-count.ts";
import {
  type CompiledApp,
  type CompileReport,
  explainPrivateHost,
  MAX_SLUG_LENGTH,
} from "../../core/lib/openapi-tools/compile/index.ts";
import type { AuthMethod } from "../../core/lib/openapi-tools/index.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { openCatalog } from "../catalog/folder.ts";
import { type CompileResult, type DocumentText, readAppFrom } from "../catalog/own-apps/add.ts";
import { compileSeparately } from "../catalog/own-apps/app-reader.ts";
import { readCatalogNames } from "../catalog/read-names.ts";
import type { Settings, SharedSettings } from "../config/settings.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { listeningUrl, toReachableOrigin } from "../runtime/address.ts";
import { commandLine } from "../runtime/command-line.ts";
import {
  type Command,
  type CommandTable,
  parseArguments,
  runCommand,
  UsageError,
} from "./command.ts";
import { configureClient, OAUTH_CLIENTS, TERMINAL } from "./oauth-clients.ts";
import type { OAuthClientsContext } from "./oauth-clients-context.ts";
import { withConnectionStore, withKeyStore } from "./with-store.ts";

/** How many skipped parts of a document are listed without --all. */
const MAX_SHOWN = 10;

interface AppsContext extends OAuthClientsContext {
  /** Undefined while the platform is off. */
  readonly catalogFolder: string | undefined;
}

/**
 * Runs `apps add`, `list` or `remove`, which manage the custom apps of the account, or
 * `configure`, `clients` or `forget`, which manage OAuth clients. Resolves with the exit code.
 */
export function appsCommand(
  args: readonly string[],
  {
    platform,
    shared,
  }: {
    readonly platform: Settings["platform"];
    readonly shared: Pick<SharedSettings, "databaseUrl" | "dataFolder" | "secretsKey">;
  },
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  const { hostname = "127.0.0.1", port = 4200 } = platform ?? {};
  const origin = platform?.publicOrigin ?? toReachableOrigin(listeningUrl(hostname, port));
  const context: AppsContext = {
    ...TERMINAL,
    print,
    settings: { ...shared, origin },
    catalogFolder: platform?.catalogFolder,
    findServer: (slug) => findServer(slug, platform?.catalogFolder),
  };
  return runCommand(APPS, args, context, { print, info: print });
}

/** Reads the catalog for the sign-in server of an app. */
async function findServer(slug: string, folder: string | undefined): Promise<string | undefined> {
  const catalog = folder === undefined ? undefined : await openCatalog(folder);
  try {
    const methods = (await catalog?.findApp(slug))?.methods ?? [];
    return methods.map(admin.sharedServerOrigin).find((origin) => origin !== undefined);
  } finally {
    await catalog?.close();
  }
}

const addCommand: Command<AppsContext> = async (args, { settings, catalogFolder, print }) => {
  const options = { as: { type: "string" }, all: { type: "boolean", default: false } } as const;
  const { values, argument: location } = parseArguments(args, options, "file or one URL");
  const { as: slug, all } = values;
  if (slug !== undefined && !(/^[a-z][a-z0-9_]*$/.test(slug) && slug.length <= MAX_SLUG_LENGTH))
    throw new UsageError(
      `--as is "${slug}", but must be 1 to ${MAX_SLUG_LENGTH} lowercase letters, digits and underscores, beginning with a letter.`,
    );
  const app = await readApp(location, slug);
  if ("refused" in app) {
    const skipped = formatReport(app.report, all);
    if (skipped) print(skipped);
    throw new Error(`The app can't be added: ${app.why}`);
  }
  const replacedName = (await readCatalogNames(catalogFolder))?.get(app.record.slug);
  if (replacedName && slug === undefined)
    throw new Error(
      `The catalog already has an app "${app.record.slug}" (${replacedName}). Choose another ID with --as, or replace that app with --as ${app.record.slug}.`,
    );
  await withKeyStore(settings, (store) =>
    admin.saveOwnApp(store, app, {
      account: DEFAULT_ACCOUNT,
      now: Date.now(),
      entry: auditEntry("app.added", app.record.slug),
    }),
  );
  print(formatAdded(app, all, replacedName));
};

/**
 * Reads an app. The operator may name a private address. Only its origin is allowed, so that it
 * can't lead to other private addresses.
 */
async function readApp(location: string, slug: string | undefined) {
  const url = /^https?:\/\//i.test(location) ? URL.parse(location) : null;
  const client = createOutbound({ allowedOrigins: url ? [url.origin] : [] });
  try {
    return await readAppFrom(location, { outbound: client, slug, compile });
  } finally {
    client.close();
  }
}

/** How long a document may take. YAML takes about 2 seconds a megabyte. */
const COMPILE_MS = 60_000;
const PROGRESS_MS = 5_000;

/** Compiles in another process, so that the command can show progress and end what takes too long. */
async function compile(document: DocumentText): Promise<CompileResult> {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.error(`Compiling ${document.name}: ${seconds} s of at most ${COMPILE_MS / 1000}.`);
  }, PROGRESS_MS);
  try {
    return await compileSeparately(document, { timeoutMs: COMPILE_MS });
  } finally {
    clearInterval(timer);
  }
}

const listCommand: Command<AppsContext> = async (args, { settings, print }) => {
  parseArguments(args, {});
  const apps = await withKeyStore(settings, (store) => store.listApps(DEFAULT_ACCOUNT));
  print(
    apps.length === 0
      ? "You have added no apps. The apps of the catalog are always available."
      : apps
          .map(
            ({ slug, added }) =>
              `${slug.padEnd(MAX_SLUG_LENGTH)}  added ${added.slice(0, 16).replace("T", " ")}`,
          )
          .join("\n"),
  );
};

const removeCommand: Command<AppsContext> = async (args, { settings, catalogFolder, print }) => {
  const { argument: slug } = parseArguments(args, {}, "app ID");
  // Without a catalog, connections stay, because they may be those of an app that the catalog has.
  const isInCatalog = (await readCatalogNames(catalogFolder))?.has(slug) ?? true;
  const isRemoved = await withKeyStore(settings, (keyStore) =>
    withConnectionStore(settings, (store) =>
      admin.removeOwnApp(
        {
          keyStore,
          connectionStore: store,
          removeConnection: (id) =>
            admin.deleteSecrets({ store, now: Date.now }, id, (change) =>
              admin.createTerminalEntry(DEFAULT_ACCOUNT, change),
            ),
        },
        { account: DEFAULT_ACCOUNT, slug, isInCatalog },
        auditEntry("app.removed", slug),
      ),
    ),
  );
  if (!isRemoved)
    throw new Error(`You have added no app "${slug}". List your apps: ${commandLine("apps list")}`);
  print(`Removed ${slug}.`);
};

const auditEntry = (action: string, slug: string) =>
  admin.createTerminalEntry(DEFAULT_ACCOUNT, { action, subject: slug });

/** Checks that the catalog has the app, then stores its OAuth client. */
const configureCommand: Command<AppsContext> = async (args, context) => {
  const slug = args.find((arg) => !arg.startsWith("-"));
  const names = args.includes("--own") ? undefined : await readCatalogNames(context.catalogFolder);
  if (slug !== undefined && names && !names.has(slug)) {
    const suggestion = findNearest(slug, [...names.keys()], 0.6);
    const question = suggestion ? ` Did you mean ${suggestion}?` : "";
    throw new Error(
      `The catalog has no app "${slug}".${question} For an app that you added, use --own.`,
    );
  }
  if (slug !== undefined && names && !args.includes("--webhooks"))
    await requireOAuth(slug, context.catalogFolder);
  await configureClient(args, context);
};

/** Throws if no sign-in of an app of the catalog uses an OAuth client of the operator. */
async function requireOAuth(slug: string, folder: string | undefined): Promise<void> {
  const catalog = folder === undefined ? undefined : await openCatalog(folder);
  try {
    const record = await catalog?.findApp(slug);
    if (!record || record.methods.some(admin.needsOperatorClient)) return;
    throw new Error(
      `${record.name} uses no OAuth client that you register. Users connect it with: ${record.methods.map(({ type }) => SIGN_INS[type]).join(", ") || "nothing"}.`,
    );
  } finally {
    await catalog?.close();
  }
}

const SIGN_INS: Readonly<Record<AuthMethod["type"], string>> = {
  api_key: "an API key",
  basic: "a username and password",
  bearer: "an access token",
  mcp_oauth: "OAuth with a client that registers itself",
  none: "no sign-in",
  oauth2: "OAuth",
  oauth2_cc: "a client ID and secret of their own",
  sigv4: "an AWS access key",
};

function formatAdded(
  { record, report, tools }: CompiledApp,
  all: boolean,
  replacedName: string | undefined,
): string {
  const signIns = record.methods.map(({ type }) => type).join(", ") || "none";
  const lines = [
    `Added ${record.name} as ${record.slug}, with ${formatCount(tools.length, "tool")}. Sign-in: ${signIns}.`,
    "Agents can find it within a second. Only this account can use it.",
  ];
  if (replacedName)
    lines.push(`It replaces the catalog's ${replacedName}, but doesn't get its connections.`);
  if (isPrivateBase(record.base))
    lines.push(
      `Its URL ${record.base} seems to be private. To run its tools, add ${new URL(record.base).origin} to OUTBOUND_ALLOW.`,
    );
  if (record.kind === "mcp" && tools.length === 0)
    lines.push("Jackfield lists its tools after you connect it.");
  lines.push(...tools.slice(0, 3).map(({ name, title }) => `  ${name}  ${title}`));
  if (tools.length > 3) lines.push(`  … and ${tools.length - 3} more`);
  const skipped = formatReport(report, all);
  if (skipped) lines.push(skipped);
  return lines.join("\n");
}

/** Whether an app has a private address. */
const isPrivateBase = (base: string): boolean =>
  URL.canParse(base) && explainPrivateHost(new URL(base), base) !== undefined;

/** Lists the parts of a document that were skipped, with reasons. */
function formatReport({ left, more }: CompileReport, all: boolean): string {
  if (left.length === 0) return "";
  const visible = all ? left : left.slice(0, MAX_SHOWN);
  const remaining = left.length - visible.length + more;
  const lines = ["\nSkipped:", ...visible.map(({ where, why }) => `  ${where}: ${why}`)];
  if (remaining > 0)
    lines.push(`  … and ${remaining} more${all ? "" : " (--all lists up to 200)"}`);
  return lines.join("\n");
}

const APPS: CommandTable<AppsContext> = {
  name: "apps",
  commands: {
    add: addCommand,
    list: listCommand,
    remove: removeCommand,
    ...OAUTH_CLIENTS.commands,
    configure: configureCommand,
  },
  help: [
    {
      usage: "add ./openapi.yaml",
      description: "Add an app from an OpenAPI 3.x or Swagger 2 document.",
    },
    { usage: "add https://api.example/openapi.json", description: "The same from a URL." },
    { usage: "add https://mcp.example/mcp", description: "Add a remote MCP server." },
    { usage: "--as my_app", description: "Choose its ID, with which its tool names begin." },
    { usage: "--all", description: "List everything that was skipped." },
    { usage: "list", description: "List the apps that you added." },
    { usage: "remove my_app", description: "Remove an app that you added." },
    ...OAUTH_CLIENTS.help,
  ],
};
