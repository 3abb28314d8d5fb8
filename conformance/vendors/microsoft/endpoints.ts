import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Difference } from "../compare.ts";
import type { AppTool } from "../tool-requests.ts";

/** An operation of a client: what its generated code says about requests. */
export interface Endpoint {
  /** The names of its query parameters. */
  readonly query: ReadonlySet<string>;
  /** The versions of the API that the client sends. */
  readonly versions: ReadonlySet<string>;
  /** The package that has the operation. */
  readonly client: string;
}

/** The operations of clients by `endpointKey`. */
export type Endpoints = ReadonlyMap<string, Endpoint>;

/** The verb, and the path with `{}` for each variable. Names of variables and case don't matter. */
export const endpointKey = (verb: string, path: string): string =>
  `${verb.toUpperCase()} ${path
    .replace(/^\/*/, "/")
    .replace(/\{[^}]*\}/g, "{}")
    .replace(/\/$/, "")
    .toLowerCase()}`;

/** Reads the files of a folder and the folders in it, whose names match. */
export function* readSources(folder: string, name: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && name.test(entry.name))
      yield readFileSync(join(entry.parentPath, entry.name), "utf8");
}

/** The query parameters of a tool that the client's operation doesn't have. */
export const listUnknownParameters = (
  { tool }: AppTool,
  { query }: Endpoint,
): readonly Difference[] =>
  tool.binding.slots
    .filter(({ in: location, name }) => location === "query" && !query.has(name.toLowerCase()))
    .map(({ name }) => ({ kind: "unknown parameter", client: "", tool: name }));

/** The names in the query of a URI template: `?a={a}{&%24filter}` or `{?%24filter,%24top*}`. */
export const templateQuery = (template: string): ReadonlySet<string> =>
  new Set(
    [
      ...[...template.matchAll(/[?&]([^={}&]+)=/g)].map(([, name]) => name!),
      ...(/\{[?&]([^}]*)\}/.exec(template)?.[1]?.split(",") ?? []),
    ].map((name) => decodeURIComponent(name.replace("*", "")).toLowerCase()),
  );

/** The path of a URI template, without its query. */
export const templatePath = (template: string): string =>
  template.replace("{+baseurl}", "").replace(/(?:\?|\{[?&]).*/, "");
