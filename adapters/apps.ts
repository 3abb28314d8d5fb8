import { parseArgs } from "node:util";
import {
  type CompiledApp,
  type CompileReport,
  DEFAULT_ACCOUNT,
  explainPrivateHost,
  MAX_SLUG_LENGTH,
  serializeCompiledApp,
} from "../core/index.ts";
import type { KeyStore } from "../core/ports/key-store.ts";
import { readAppFrom, UnreadableAppError } from "./catalog/add.ts";
import { openCatalog } from "./catalog/folder.ts";
import type { Settings } from "./environment.ts";
import { oauthClientsCommand, TERMINAL } from "./oauth-clients.ts";
import { createOutbound } from "./outbound.ts";
import { listeningUrl, toReachableOrigin } from "./runtime/address.ts";
import { findNearest } from "./settings/find-nearest.ts";
import { openKeyStore } from "./storage/open.ts";

/** How much of a report is shown unless all of it is asked for. */
const MAX_SHOWN = 10;

/** `npm run apps -- add`, `list` and `remove`: the apps that the account has besides the catalog's; `configure`, `clients` and `forget`: the OAuth clients that its operator has registered at apps. Resolves with the process's exit code. */
export async function appsCommand(
  args: readonly string[],
  {
    databaseUrl,
    dataFolder,
    secretsKey,
    platform,
  }: Pick<Settings, "databaseUrl" | "dataFolder" | "secretsKey" | "platform">,
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
      const unknownApp =
        verb === "configure" &&
        !rest.includes("--own") &&
        (await explainUnknownApp(rest.find((word) => !word.startsWith("-"))));
      if (unknownApp) return refuse(unknownApp);
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
    return refuse(HELP);
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await keyStore?.close();
  }

  async function add(rest: readonly string[]): Promise<0 | 1> {
    const parsed = parseAddArguments(rest);
    if ("wrong" in parsed) return refuse(`${parsed.wrong}\n\n${HELP}`);
    const { place, slug, all } = parsed;
    // Whoever names an address here runs the service: it may be in their own network, but leads nowhere else in it.
    const client = createOutbound({
      allowedOrigins:
        /^https?:\/\//i.test(place) && URL.canParse(place) ? [new URL(place).origin] : [],
    });
    try {
      const app = await readAppFrom(place, { outbound: client, slug });
      if ("refused" in app) {
        print(formatReport(app.report, all));
        return refuse(`It can't be added: ${app.why}`);
      }
      const replacedName = await findCatalogName(app.record.slug);
      if (replacedName && slug === undefined)
        return refuse(
          `The catalog has an app ${app.record.slug} (${replacedName}) already: give this one a name of its own with --as, or say --as ${app.record.slug} to have it stand in that one's place.`,
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
      if (error instanceof UnreadableAppError) return refuse(error.message);
      throw error;
    } finally {
      client.close();
    }
  }

  /** What the catalog's app of this slug is called, where there is one. */
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
    const first = tools.slice(0, 3).map(({ name, title }) => `  ${name}  ${title}`);
    return [
      `${record.name} is added as ${record.slug}, with ${tools.length} tool${tools.length === 1 ? "" : "s"}; sign-in: ${signIns}. It can be found within a second, by this account alone.`,
      ...(replacedName
        ? [
            `It stands in place of the catalog's ${replacedName}, whose connections it does not get.`,
          ]
        : []),
      ...(isPrivateBase(record.base)
        ? [
            `Its address ${record.base} seems to be of your own network: its tools can be run once OUTBOUND_ALLOW names ${new URL(record.base).origin}.`,
          ]
        : []),
      ...(record.kind === "mcp" && tools.length === 0
        ? ["Its tools are listed once it is connected."]
        : []),
      ...first,
      ...(tools.length > 3 ? [`  … and ${tools.length - 3} more`] : []),
      formatReport(report, all),
    ]
      .filter(Boolean)
      .join("\n");
  }

  /** What is wrong with the id of an app, where there is a catalog to ask. */
  async function explainUnknownApp(slug: string | undefined): Promise<string | undefined> {
    const catalog =
      slug === undefined || !platform
        ? undefined
        : await openCatalog(platform.catalogFolder).catch(() => undefined);
    const slugs = catalog?.apps.map((app) => app.slug) ?? [];
    await catalog?.close();
    if (!catalog || slugs.includes(slug!)) return undefined;
    const { setting: suggestion, similarity } = findNearest(slug!, slugs);
    return `There is no app ${slug} in the catalog${similarity > 0.6 ? `; did you mean ${suggestion}?` : "."} An app that you have added is configured with --own.`;
  }

  async function list(): Promise<0> {
    const apps = await (await openStore()).listApps(DEFAULT_ACCOUNT);
    print(
      apps.length === 0
        ? "No app has been added; the catalog's are there in any case."
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
      return refuse(`No app ${slug} has been added; npm run apps -- list names those that have.`);
    print(`${slug} is removed.`);
    return 0;
  }

  function refuse(text: string): 1 {
    print(text);
    return 1;
  }
}

/** Whether an address is one that only this network knows. */
const isPrivateBase = (base: string): boolean =>
  URL.canParse(base) && explainPrivateHost(new URL(base), base) !== undefined;

/** What is asked for, or what is wrong with it. */
function parseAddArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { as: { type: "string" }, all: { type: "boolean", default: false } },
    });
    const [place] = positionals;
    if (!place || positionals.length > 1) return { wrong: "Name one file or URL." };
    const slug = values.as;
    if (slug !== undefined && !(/^[a-z][a-z0-9_]*$/.test(slug) && slug.length <= MAX_SLUG_LENGTH))
      return {
        wrong: `--as is ${slug}: it is of lower-case letters, digits and underscores, begins with a letter, and has at most ${MAX_SLUG_LENGTH} characters.`,
      };
    return { place, slug, all: values.all };
  } catch (error) {
    return { wrong: `${(error as Error).message.split(". ")[0]}.` };
  }
}

/** What was not taken, and why. */
function formatReport({ left, more }: CompileReport, all: boolean): string {
  if (left.length === 0) return "";
  const visible = all ? left : left.slice(0, MAX_SHOWN);
  const remaining = left.length - visible.length + more;
  return [
    `\nNot taken:`,
    ...visible.map(({ where, why }) => `  ${where}: ${why}`),
    ...(remaining > 0
      ? [`  … and ${remaining} more${all ? "" : "; --all shows the first 200"}`]
      : []),
  ].join("\n");
}

const HELP = `npm run apps -- add ./openapi.yaml                 adds an app from its OpenAPI (3.x) or Swagger (2) document
npm run apps -- add https://api.example/openapi.json
npm run apps -- add https://mcp.example/mcp        … or a remote MCP server
                    --as my_app                    what it is called in its tools' names
                    --all                          shows all that was not taken
npm run apps -- list
npm run apps -- remove my_app
npm run apps -- configure github --client-id …     keeps the OAuth client that you registered at an app; its secret is read from the input
npm run apps -- clients                            for which apps there is one
npm run apps -- forget github`;
