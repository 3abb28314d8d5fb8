import { didYouMean } from "../../lib/kit/find-nearest.ts";
import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { RankedTools } from "./tool-finder.ts";

/** A fact about a search that the list of tools doesn't show. */
export interface SearchNotice {
  readonly code: "no_such_tool" | "no_such_app";
  /** The slug of the app that the task names. */
  readonly app?: string | undefined;
  readonly message: string;
  readonly hint: string;
}

export interface NoticeFacts extends Pick<RankedTools, "unmatchedApp" | "unknownName"> {
  readonly task: string;
  /** The apps that were searched. */
  readonly entries: readonly AppEntry[];
  /** Whether all apps were searched. */
  readonly isComplete: boolean;
}

/** Returns at most one notice: the app that the task names lacks the tool, or isn't available. */
export function createNotices({
  task,
  unmatchedApp,
  unknownName,
  entries,
  isComplete,
}: NoticeFacts): SearchNotice[] {
  const server = findNamedServer(task, entries);
  if (server) {
    return [
      {
        code: "no_such_tool",
        app: server.slug,
        message: `${server.name} is a remote MCP server whose tools aren't in the catalog.`,
        hint: "Use a tool of another app. An owner can add the server as an app of the account, with its tools.",
      },
    ];
  }
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

/** Returns the MCP server without known tools that the task names. */
function findNamedServer(task: string, entries: readonly AppEntry[]): AppEntry | undefined {
  return entries.find(
    ({ kind, tools, name }) => kind === "mcp" && tools === 0 && namesApp(task, name),
  );
}

/** Whether a name as it is spelled follows a word such as `in` and ends at the end of a word. */
function namesApp(task: string, name: string): boolean {
  const at = task.indexOf(name);
  return (
    at > 0 &&
    /\b(?:in|on|with|via|using|through|into|to|from) $/.test(task.slice(Math.max(0, at - 9), at)) &&
    !/[\p{L}\p{N}]/u.test(task.charAt(at + name.length))
  );
}
