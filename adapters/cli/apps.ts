import { parseArgs } from "node:util";
import {
  type CompiledApp,
  type CompileReport,
  explainPrivateHost,
  MAX_SLUG_LENGTH,
  serializeCompiledApp,
} from "../../core/lib/openapi-tools/compile/index.ts";
import { DEFAULT_ACCOUNT, type KeyStore } from "../../core/ports/key-store.ts";
import { readAppFrom, UnreadableAppError } from "../catalog/add.ts";
import { openCatalog } from "../catalog/folder.ts";
import { findNearest } from "../config/find-nearest.ts";
import type { Settings, SharedSettings } from "../config/settings.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { listeningUrl, toReachableOrigin } from "../runtime/address.ts";
import { openKeyStore } from "../storage/open.ts";
import { oauthClientsCommand, TERMINAL } from "./oauth-clients.ts";

/** How many skipped parts of a document are listed without --all. */
const MAX_SHOWN = 10;

/**
 * Runs `npm run apps -- add`, `list` or `remove`, which manage the custom apps of the account, or
 * `configure`, `clients` or `forget`, which manage OAuth clients. Resolves with the exit code.
 */
export async function appsCommand(
  args: readonly string[],
  {
    platform,
    shared: { databaseUrl, dataFolder, secretsKey },
  }: {
    readonly platform: Settings["platform"];
    readonly shared: Pick<SharedSettings, "databaseUrl" | "dataFolder" | "secretsKey">;
  },
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  let keyStore: KeyStore | undefined;
  const openStore = async () =>
    (keyStore ??= await openKeyStore({ url: databaseUrl, folder: dataFolder }));
  try {
    const [verb, ...rest] = args;
    if (verb === "add") return await add(rest);
    if (verb === "list" && rest.length === 0) return await list();
    if (verb === "remove" && rest.length === 1) return await remove(rest[0]!);
    if (verb === "configure" || verb === "forget" || verb === "clients") {
      if (verb === "configure" && !rest.includes("--own")) {
        const unknownApp = await explainUnknownApp(rest.find((word) => !word.startsWith("-")));
        if (unknownApp) return fail(unknownApp);
      }
      const {
        hostname = "127.0.0.1",
        port = 4200,
        publicOrigin = toReachableOrigin(listeningUrl(hostname, port)),
      } = platform ?? {};
      return await oauthClientsCommand(
        args,
        { databaseUrl, dataFolder, secretsKey, origin: publicOrigin },
        { ...TERMINAL, print },
      );
    }
    return fail(HELP);
  } catch (error) {
    return fail((error as Error).message);
  } finally {
    await keyStore?.close();
  }

  async function add(rest: readonly string[]): Promise<0 | 1> {
    const parsed = parseAddArguments(rest);
    if ("error" in parsed) return fail(`${parsed.error}\n\n${HELP}`);
    const { location, slug, all } = parsed;
    // The operator may name a private address. Only its origin is allowed, so that it can't lead to
    // other private addresses.
    const client = createOutbound({
      allowedOrigins:
        /^https?:\/\//i.test(location) && URL.canParse(location) ? [new URL(location).origin] : [],
    });
    try {
      const app = await readAppFrom(location, { outbound: client, slug });
      if ("refused" in app) {
        print(formatReport(app.report, all));
        return fail(`The app can't be added: ${app.why}`);
      }
      const replacedName = await findCatalogName(app.record.slug);
      if (replacedName && slug === undefined)
        return fail(
          `The catalog already has an app "${app.record.slug}" (${replacedName}). Choose another ID with --as, or replace that app with --as ${app.record.slug}.`,
        );
      await (await openStore()).saveApp({
        account: DEFAULT_ACCOUNT,
        slug: app.record.slug,
        added: new Date().toISOString(),
        compiled: serializeCompiledApp(app),
      });
      print(formatAdded(app, all, replacedName));
      return 0;
    } catch (error) {
      if (error instanceof UnreadableAppError) return fail(error.message);
      throw error;
    } finally {
      client.close();
    }
  }

  /** Returns the name of the catalog's app with this slug. */
  async function findCatalogName(slug: string): Promise<string | undefined> {
    const catalog = platform && (await openCatalog(platform.catalogFolder).catch(() => undefined));
    await catalog?.close();
    return catalog?.apps.find((app) => app.slug === slug)?.name;
  }

  function formatAdded(
    { record, report, tools }: CompiledApp,
    all: boolean,
    replacedName: string | undefined,
  ): string {
    const signIns = record.methods.map(({ type }) => type).join(", ") || "none";
    const lines = [
      `Added ${record.name} as ${record.slug}, with ${tools.length} tool${tools.length === 1 ? "" : "s"}. Sign-in: ${signIns}.`,
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

  /**
   * Returns an error message if the catalog has no app with this slug. Returns undefined if there
   * is no catalog.
   */
  async function explainUnknownApp(slug: string | undefined): Promise<string | undefined> {
    const catalog =
      slug === undefined || !platform
        ? undefined
        : await openCatalog(platform.catalogFolder).catch(() => undefined);
    const slugs = catalog?.apps.map((app) => app.slug) ?? [];
    await catalog?.close();
    if (!catalog || slugs.includes(slug!)) return undefined;
    const suggestion = findNearest(slug!, slugs, 0.6);
    const question = suggestion ? ` Did you mean ${suggestion}?` : "";
    return `The catalog has no app "${slug}".${question} For an app that you added, use --own.`;
  }

  async function list(): Promise<0> {
    const apps = await (await openStore()).listApps(DEFAULT_ACCOUNT);
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
    return 0;
  }

  async function remove(slug: string): Promise<0 | 1> {
    if (!(await (await openStore()).removeApp(DEFAULT_ACCOUNT, slug)))
      return fail(`You have added no app "${slug}". List your apps: npm run apps -- list`);
    print(`Removed ${slug}.`);
    return 0;
  }

  function fail(text: string): 1 {
    print(text);
    return 1;
  }
}

/** Whether an app has a private address. */
const isPrivateBase = (base: string): boolean =>
  URL.canParse(base) && explainPrivateHost(new URL(base), base) !== undefined;

/** Parses the arguments of `add`. Returns `error` if they are invalid. */
function parseAddArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { as: { type: "string" }, all: { type: "boolean", default: false } },
    });
    const [location] = positionals;
    if (!location || positionals.length > 1) return { error: "Pass one file or one URL." };
    const slug = values.as;
    if (slug !== undefined && !(/^[a-z][a-z0-9_]*$/.test(slug) && slug.length <= MAX_SLUG_LENGTH))
      return {
        error: `--as is "${slug}", but must be 1 to ${MAX_SLUG_LENGTH} lowercase letters, digits and underscores, beginning with a letter.`,
      };
    return { location, slug, all: values.all };
  } catch (error) {
    return { error: `${(error as Error).message.split(". ")[0]}.` };
  }
}

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

const HELP = `npm run apps -- add ./openapi.yaml                 Add an app from an OpenAPI 3.x or Swagger 2 document.
npm run apps -- add https://api.example/openapi.json
npm run apps -- add https://mcp.example/mcp        Add a remote MCP server.
                    --as my_app                    Choose its ID, with which its tool names begin.
                    --all                          List everything that was skipped.
npm run apps -- list                               List the apps that you added.
npm run apps -- remove my_app                      Remove an app that you added.
npm run apps -- configure github --client-id …     Store the OAuth client that you registered at an app. Reads its secret from standard input.
npm run apps -- clients                            List the apps that have an OAuth client.
npm run apps -- forget github                      Delete the OAuth client of an app.`;
