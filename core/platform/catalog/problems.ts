import { Problem } from "../../http/problem.ts";
import { withUnavailableErrors } from "../../http/unavailable-errors.ts";
import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { ToolList } from "../../ports/stores/tool-list-store.ts";
import type { Actor } from "../auth/actor.ts";

export const catalogNotReadyProblem = ({ progress }: Catalog): Problem =>
  new Problem("catalog_not_ready", progress ?? "There is no app catalog yet.", {
    hint: "Try again in a minute. The operator of this service sees the progress and can compile the catalog.",
    headers: { "retry-after": "15" },
  });

/** Wraps a catalog, so that its failures, such as a damaged file, reject with a `Problem`. */
export function withReadErrors(catalog: Catalog, onError: (error: unknown) => void): Catalog {
  const readable = withUnavailableErrors(
    {
      findApp: (slug: string) => catalog.findApp(slug),
      findTool: (name: string) => catalog.findTool(name),
      readCards: (numbers: readonly number[]) => catalog.readCards(numbers),
      readIndex: () => catalog.readIndex(),
    },
    {
      code: "catalog_not_ready",
      message: "The app catalog can't be read.",
      hint: "Try another app. The operator of this service finds the reason in the log and can compile the catalog again.",
      onError,
    },
  );
  return {
    ...readable,
    get apps() {
      return catalog.apps;
    },
    get tools() {
      return catalog.tools;
    },
    get progress() {
      return catalog.progress;
    },
    toolRange: (slug) => catalog.toolRange(slug),
  };
}

/** `suggestion` is a question such as `Did you mean github?` */
export const appNotFoundProblem = (slug: string, suggestion = ""): Problem =>
  new Problem("app_not_found", `Unknown app ${quote(slug)}.`, {
    hint: withSuggestion(
      suggestion,
      "Search for apps by name with search_apps (GET /api/v1/apps?search=). App IDs consist of lowercase letters, digits and underscores.",
    ),
  });

/**
 * The problem for an unknown app in the `apps` list of a search: an input error, not a missing
 * resource.
 */
export function unknownAppProblem(slug: string, index: number, suggestion: string): Problem {
  const { message: detail, hint } = appNotFoundProblem(slug, suggestion);
  return new Problem("invalid_input", detail, {
    hint,
    errors: [{ pointer: `/apps/${index}`, detail }],
  });
}

export const toolNotFoundProblem = (name: string, suggestion = ""): Problem =>
  new Problem("tool_not_found", `Unknown tool ${quote(name)}.`, {
    hint: withSuggestion(
      suggestion,
      "Find tools for a task with find_tools (POST /api/v1/tools/find). A tool name is the app's ID, a dot, a verb and a noun.",
    ),
  });

/** The problem for a tool of a remote MCP server whose tools aren't known. */
export const toolNotListedProblem = (name: string, { name: app, slug }: AppEntry): Problem =>
  new Problem("tool_not_found", `Unknown tool ${quote(name)}.`, {
    hint: `${app} lists its tools once it is connected. Connect it with connect_app (POST /api/v1/apps/${slug}/connect). If it is connected, get_app (GET /api/v1/apps/${slug}) says why its tools are missing.`,
  });

/** The problem for a tool that several connections list, but not the default one. */
export const toolOfSeveralProblem = (
  name: string,
  { name: app }: AppEntry,
  lists: readonly [ToolList, ...ToolList[]],
): Problem =>
  new Problem(
    "connection_ambiguous",
    `Tool ${quote(name)} belongs to ${lists.length} connections to ${app}, but not to the default one.`,
    {
      hint: `Choose one: repeat the request with "connection": "${lists[0].connection}".`,
      extensions: {
        candidates: lists.slice(0, 20).map(({ connection: id, label }) => ({ id, label })),
      },
    },
  );

export const appNotAllowedProblem = ({ name, apps = [] }: Actor, slug: string): Problem =>
  new Problem("permission_denied", `API key ${quote(name)} can't use app ${quote(slug)}.`, {
    hint: `Use a key for this app. This key is limited to: ${apps.join(", ")}.`,
  });

const quote = (text: string): string => JSON.stringify(text.slice(0, 100));

const withSuggestion = (suggestion: string, hint: string): string =>
  suggestion ? `${suggestion} ${hint}` : hint;
