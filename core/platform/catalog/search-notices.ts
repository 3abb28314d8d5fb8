import { didYouMean } from "../../lib/kit/find-nearest.ts";
import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { CatalogApp } from "./catalog-view.ts";
import type { RankedTools } from "./tool-finder.ts";

/** A fact about a search that the list of tools doesn't show. */
export interface SearchNotice {
  readonly code: "no_such_tool" | "no_such_app" | "connection_required" | "tools_not_listed";
  /** The slug of the app that the task names. */
  readonly app?: string | undefined;
  readonly message: string;
  readonly hint: string;
}

export interface NoticeFacts extends Pick<RankedTools, "unmatchedApp" | "unknownName"> {
  readonly task: string;
  /** The apps that were searched. */
  readonly entries: readonly AppEntry[];
  /** The IDs of the apps that the caller requested. Absent: all apps. */
  readonly requested?: ReadonlySet<string> | undefined;
  toCatalogApp(entry: AppEntry): CatalogApp;
  /** Whether all apps were searched. */
  readonly isComplete: boolean;
}

/**
 * Returns at most one notice: the app that the task names lacks the tool, must be connected, or isn't
 * available.
 */
export function createNotices({
  task,
  unmatchedApp,
  unknownName,
  entries,
  requested,
  toCatalogApp,
  isComplete,
}: NoticeFacts): SearchNotice[] {
  const server = entries.find(
    (entry) =>
      entry.kind === "mcp" &&
      entry.tools === 0 &&
      (isOnly(requested, entry.slug) || namesServer(task, entry)),
  );
  if (server) return [createServerNotice(toCatalogApp(server))];
  const app = entries.find(({ slug }) => slug === unmatchedApp);
  // Names of unpopular apps are often ordinary words, such as "Most Popular".
  if (app && (app.popular || namesApp(task, app.name))) {
    return [
      {
        code: "no_such_tool",
        app: app.slug,
        message: `${app.name} has no tool for this task.`,
        hint: `Use a tool of another app, or list the tools of this one: GET /api/v1/apps/${app.slug}/tools.`,
      },
    ];
  }
  if (unknownName === undefined || !isComplete) return [];
  const suggestion = didYouMean(
    unknownName,
    entries.map(({ name }) => name),
  );
  return [
    {
      code: "no_such_app",
      message: `No app is named "${unknownName}".`,
      hint: `${suggestion} Search for apps by purpose with search_apps (GET /api/v1/apps?search=).`.trim(),
    },
  ];
}

/** Creates the notice about a remote MCP server without known tools. */
function createServerNotice({
  entry: { name, slug },
  connections,
  lists,
}: CatalogApp): SearchNotice {
  if (connections === 0)
    return {
      code: "connection_required",
      app: slug,
      message: `${name} is a remote MCP server, which lists its tools once it is connected.`,
      hint: `Connect ${name} with connect_app (POST /api/v1/apps/${slug}/connect), and search again.`,
    };
  if (lists.some(({ listed }) => listed !== undefined))
    return {
      code: "no_such_tool",
      app: slug,
      message: `${name} is connected, but its server lists no tools.`,
      hint: "Use a tool of another app, or check the permissions of the connection.",
    };
  const failed = lists.find(({ failure }) => failure);
  return failed?.failure
    ? {
        code: "tools_not_listed",
        app: slug,
        message: `The tools of ${name} aren't known yet. ${failed.failure.message}`,
        hint: `Jackfield retries automatically. To retry now, test the connection: POST /api/v1/connections/${failed.connection}/test.`,
      }
    : {
        code: "tools_not_listed",
        app: slug,
        message: `The tools of ${name} are being listed.`,
        hint: "Search again in a few seconds. If the tools stay unknown, test the connection.",
      };
}

const isOnly = (requested: ReadonlySet<string> | undefined, slug: string): boolean =>
  requested?.size === 1 && requested.has(slug);

/** Whether the task names a server, by its name or by another name of it. */
const namesServer = (task: string, { name, aliases = [], popular }: AppEntry): boolean =>
  [name, ...aliases].some(
    (each) =>
      namesApp(task, each) ||
      // In lower case, a name such as "Render" is an ordinary word.
      ((popular || isDistinctive(each)) && namesApp(task.toLowerCase(), each.toLowerCase())),
  );

/** Whether a name is hardly an ordinary word: several words, a digit, or a capital inside. */
const isDistinctive = (name: string): boolean => /\S\s+\S|\d|\p{Ll}\p{Lu}/u.test(name);

/** Whether a name as it is spelled follows a word such as `in` and ends at the end of a word. */
function namesApp(task: string, name: string): boolean {
  const at = task.indexOf(name);
  return (
    at > 0 &&
    /\b(?:in|on|with|via|using|through|into|to|from) $/.test(task.slice(Math.max(0, at - 9), at)) &&
    !/[\p{L}\p{N}]/u.test(task.charAt(at + name.length))
  );
}
