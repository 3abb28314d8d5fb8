import { didYouMean } from "../../../lib/kit/text/find-nearest.ts";
import { plainName } from "../../../lib/openapi-tools/compile/index.ts";
import { type AppEntry, listsToolsByConnection } from "../../../lib/openapi-tools/index.ts";
import { isEnglish } from "../../../lib/tool-search/index.ts";
import type { CatalogApp } from "../catalog-app.ts";
import { isWellKnownName } from "./lacking-apps.ts";
import { findNames, namesApp, namesServer } from "./names-server.ts";
import type { RankedTool, RankedTools } from "./tool-finder.ts";

/** A fact about a search that the list of tools doesn't show. */
export interface SearchNotice {
  readonly code:
    | "no_such_tool"
    | "no_such_app"
    | "connection_required"
    | "tools_not_listed"
    | "not_english"
    | "refuted_tool"
    | "no_match";
  /** The slug of the app that the task names. */
  readonly app?: string | undefined;
  readonly message: string;
  readonly hint: string;
}

interface NoticeFacts extends Pick<RankedTools, "fit" | "unmatchedApp" | "unknownName"> {
  readonly tools: readonly Pick<RankedTool, "card" | "confidence">[];
  /** Whether only connected apps, or only others, were searched. Absent: both. */
  readonly connected?: boolean | undefined;
  readonly task: string;
  /** The apps that were searched. */
  readonly entries: readonly AppEntry[];
  /** The IDs of the apps that the caller requested. Absent: all apps. */
  readonly requested?: ReadonlySet<string> | undefined;
  toCatalogApp(entry: AppEntry): CatalogApp;
  /** Whether all apps were searched. */
  readonly isComplete: boolean;
}

/** With at least this confidence, a tool is probably the right one. */
export const LIKELY = 0.5;

/** With less confidence for all tools, the only app that was searched probably has no such tool. */
export const UNLIKELY = 0.1;

/** With less fit, probably no tool serves the task. */
export const MIN_FIT = 0.25;

/**
 * Returns at most one notice: the app that the task names lacks the tool, must be connected, or isn't
 * available, the task isn't in English, or no tool serves it. A notice states what the search did, and
 * only facts of the catalog and of connections.
 */
export function createNotices({
  task,
  tools,
  connected,
  fit,
  unmatchedApp,
  unknownName,
  entries,
  requested,
  toCatalogApp,
  isComplete,
}: NoticeFacts): SearchNotice[] {
  const [best] = tools;
  const bestApp = best && entries.find(({ slug }) => best.card.name.startsWith(`${slug}.`));
  const isAnswered = bestApp !== undefined && namesApp(task, plainName(bestApp.name));
  const server = entries.find(
    (entry) =>
      listsToolsByConnection(entry) &&
      (isOnly(requested, entry.slug) || namesServer(task, entry, !isAnswered)),
  );
  if (server) return [createServerNotice(toCatalogApp(server))];
  const confidence = Math.max(0, ...tools.map((tool) => tool.confidence));
  // The search understands too little of such a task for any other notice.
  if (!isEnglish(task)) return confidence < LIKELY ? [NOT_ENGLISH] : [];
  const app = entries.find(({ slug }) => slug === unmatchedApp);
  // Names of unpopular apps are often ordinary words, such as "Most Popular".
  const isServed = best && bestApp && bestApp === app && best.confidence >= LIKELY;
  if (app && !isServed && (app.popular || namesApp(task, app.name))) return [lacksTool(app)];
  const only = confidence < UNLIKELY && entries.find(({ slug }) => isOnly(requested, slug));
  if (only) return [lacksTool(only)];
  if (tools.length === 0) return [connected === true ? NOT_CONNECTED : NO_MATCH];
  const isUnknown = isComplete && unknownName !== undefined && !isNamed(unknownName, entries);
  if (!isUnknown) return fit < MIN_FIT ? [UNFITTING] : [];
  const suggestion = isWellKnownName(unknownName)
    ? ""
    : didYouMean(
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
  const failed = lists.find(({ failure }) => failure);
  if (failed?.failure)
    return {
      code: "tools_not_listed",
      app: slug,
      message: `The tools of ${name} aren't known yet. ${failed.failure.message}`,
      hint: `Jackfield retries automatically. To retry now, test the connection: POST /api/v1/connections/${failed.connection}/test.`,
    };
  if (lists.length > 0 && lists.every(({ listed }) => listed !== undefined))
    return {
      code: "no_such_tool",
      app: slug,
      message: `${name} is connected, but its server lists no tools.`,
      hint: "Use a tool of another app, or check the permissions of the connection.",
    };
  return {
    code: "tools_not_listed",
    app: slug,
    message: `The tools of ${name} are being listed.`,
    hint: "Search again in a few seconds. If the tools stay unknown, test the connection.",
  };
}

/** Whether an app has this name, this word in its name, or this ID. */
const isNamed = (name: string, entries: readonly AppEntry[]): boolean =>
  entries.some((entry) =>
    [entry.slug, entry.name, ...(entry.aliases ?? [])].some(
      (each) => findNames(each.toLowerCase(), name.toLowerCase()).length > 0,
    ),
  );

const isOnly = (requested: ReadonlySet<string> | undefined, slug: string): boolean =>
  requested?.size === 1 && requested.has(slug);

const lacksTool = ({ name, slug }: AppEntry): SearchNotice => ({
  code: "no_such_tool",
  app: slug,
  message: `The search found no tool of ${name} for this task.`,
  hint: `Use a tool of another app, or list the tools of this one: GET /api/v1/apps/${slug}/tools.`,
});

const NOT_ENGLISH: SearchNotice = {
  code: "not_english",
  message: "The task doesn't seem to be in English, so the search may not understand it.",
  hint: "Repeat the task in English, and keep names as they are.",
};
const NOT_CONNECTED: SearchNotice = {
  code: "no_match",
  message: "The search found no tool of a connected app for this task.",
  hint: "Search again without connected. Connect the app of the tool that you choose with connect_app (POST /api/v1/apps/{app}/connect).",
};
const NO_MATCH: SearchNotice = {
  code: "no_match",
  message: "The search found no tool for this task.",
  hint: 'Describe the task with a verb and what it acts on, such as "send an email".',
};
const UNFITTING: SearchNotice = {
  code: "no_match",
  message: "Probably no tool serves this task.",
  hint: 'Use a tool only if it clearly does what the task needs. Otherwise describe the task with a verb and what it acts on, such as "send an email".',
};
