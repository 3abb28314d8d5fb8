import type { AppTool } from "../tool-requests.ts";
import type { ClientMethod, GoogleClient } from "./client.ts";

/** The methods of the client at a tool's verb and path. */
export interface MethodMatch {
  /** The one whose name is most similar to the tool's. */
  readonly method: ClientMethod;
  /** All of them. Documents have one operation, with the parameters of all, for `v1/{+name}`. */
  readonly all: readonly ClientMethod[];
}

/** Finds the methods of a tool, or returns the reason why there are none. */
export function findMethods(client: GoogleClient, appTool: AppTool): MethodMatch | string {
  const { tool } = appTool;
  const apis = findApis(client, appTool);
  if (apis.length === 0) return "API not in the client";
  const path = fullPath(appTool);
  const name = flatten(tool.name.slice(tool.name.indexOf(".") + 1));
  const matching = apis
    .flatMap((api) => client.methods(api))
    .filter(({ verb }) => verb === tool.binding.method)
    .flatMap((method) => {
      const segments =
        matchTemplate(method.path, path) ?? matchTemplate(method.uploadPath ?? "", path);
      if (!segments) return [];
      const constants = segments.filter((segment) => !segment.startsWith("{")).length;
      const rank = countCommonEnding(flatten(method.id), name) - 100 * constants;
      return [{ method, constants, rank }];
    })
    .toSorted((first, second) => second.rank - first.rank);
  const [best] = matching;
  if (!best) return `method not in the client: ${tool.binding.method} ${path}`;
  const all = matching.filter(({ constants }) => constants === best.constants);
  return { method: best.method, all: all.map(({ method }) => method) };
}

/** The path of a tool after the host. */
export const fullPath = ({ record, tool }: AppTool): string =>
  (tool.binding.base ?? record.base).replace(/^https?:\/\/[^/]+/, "") + tool.binding.path;

/**
 * The APIs of a tool: by the document's name, or else by the host's first label, the first segment
 * of the path or the app's name.
 */
function findApis(client: GoogleClient, appTool: AppTool): readonly string[] {
  const { record, tool, document } = appTool;
  const host = new URL(tool.binding.base ?? record.base).host;
  const names = [
    document.replace(/^.*googleapis\.com\//, ""),
    host.split(".")[0]!,
    fullPath(appTool).split("/")[1] ?? "",
    record.slug.replace(/^google_/, ""),
  ].map(flatten);
  return client.apis.filter((api) => names.includes(flatten(api)));
}

const SEGMENT = "[^/{}]+|\\{[^}]+\\}";
/** A resource name whose collections are constants: `spaces/{space}`. */
const RESOURCE_NAME = "[a-zA-Z]+/\\{[^}]+\\}(?:/[a-zA-Z]+/\\{[^}]+\\})*";

/**
 * Matches a path against a URI template, and returns what its variables stand for: one segment of
 * the path, or for `{+name}` also a resource name.
 */
export function matchTemplate(template: string, path: string): readonly string[] | undefined {
  const pattern = trim(template)
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (part.startsWith("{+")) return `(${SEGMENT}|${RESOURCE_NAME})`;
      return part.startsWith("{") ? `(${SEGMENT})` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    });
  return new RegExp(`^${pattern.join("")}$`).exec(trim(path))?.slice(1);
}

const trim = (path: string): string => path.replace(/\/$/, "");

const flatten = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

function countCommonEnding(first: string, second: string): number {
  let count = 0;
  while (count < first.length && first.at(-1 - count) === second.at(-1 - count)) count += 1;
  return count;
}
