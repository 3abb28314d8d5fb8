import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { type AppTool, readTools } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import {
  type Endpoint,
  type Endpoints,
  endpointKey,
  listUnknownParameters,
  readSources,
  templatePath,
  templateQuery,
} from "./endpoints.ts";

const VERSION = /^\d{4}-\d{2}-\d{2}(?:-\w+)*$/;

/**
 * Compares the verbs, paths, query parameters and versions of the tools of Azure Resource Manager
 * with the operations in the packages `@azure/arm-*`. A version need not be that of the client,
 * because services keep those before it.
 */
export async function* compareAzureTools(
  catalog: OpenCatalog,
  folder: string,
  slugs: readonly string[],
): AsyncGenerator<ToolResult> {
  const endpoints = readEndpoints(folder);
  const providers = new Set([...endpoints.keys()].map(findProvider));
  for await (const appTool of readTools(catalog, slugs)) {
    const { record, tool } = appTool;
    const base = tool.binding.base ?? record.base;
    if (!base.startsWith("https://management.azure.com")) continue;
    const path = base.replace(/^https?:\/\/[^/]+/, "") + tool.binding.path;
    const key = endpointKey(tool.binding.method, path);
    const endpoint = endpoints.get(key);
    const version = findVersion(appTool);
    const result = { tool: tool.name, group: compareVersions(version, endpoint) };
    const differences = VERSION.test(version)
      ? []
      : [{ kind: "api-version", client: "a date", tool: version }];
    if (endpoint) differences.push(...listUnknownParameters(appTool, endpoint));
    if (endpoint || differences.length > 0)
      yield { ...result, client: endpoint?.client, isEndpointOnly: true, differences };
    else
      yield {
        ...result,
        differences,
        skipped: providers.has(findProvider(key)) ? `not in the client: ${key}` : "no package",
      };
  }
}

const findVersion = ({ tool }: AppTool): string =>
  tool.binding.fixed?.find(({ name }) => name === "api-version")?.value ?? "";

/** The row of the table: how the tool's version relates to those of the client. */
function compareVersions(version: string, endpoint: Endpoint | undefined): string | undefined {
  if (!endpoint) return undefined;
  if (endpoint.versions.has(version)) return "same version";
  const [first = ""] = [...endpoint.versions].toSorted();
  return version < first ? "older version" : "another version";
}

/** The last provider in a path: `microsoft.web`. */
const findProvider = (key: string): string | undefined =>
  /\/providers\/(microsoft\.[a-z.]+)(?!.*\/providers\/microsoft)/.exec(key)?.[1];

function readEndpoints(folder: string): Endpoints {
  const endpoints = new Map<string, Endpoint>();
  const parent = join(folder, "node_modules/@azure");
  for (const name of readdirSync(parent).filter((each) => each.startsWith("arm-"))) {
    const code = ["dist/esm", "dist-esm/src"]
      .map((each) => join(parent, name, each))
      .find((each) => existsSync(each));
    if (code === undefined) continue;
    const sources = [...readSources(code, /\.js$/)];
    const versions = new Set(sources.flatMap(readVersions));
    const names = new Map(sources.flatMap(readParameterNames));
    for (const source of sources) {
      for (const operation of readOperations(source, names))
        add(endpoints, operation, { client: `@azure/${name}`, versions });
    }
  }
  return endpoints;
}

interface Operation {
  readonly key: string;
  readonly query: ReadonlySet<string>;
  /** Empty if the operation has those of its client. */
  readonly versions: readonly string[];
}

/** Several versions of an operation are one endpoint. */
function add(
  endpoints: Map<string, Endpoint>,
  { key, query, versions }: Operation,
  ofClient: Pick<Endpoint, "client" | "versions">,
): void {
  const known = endpoints.get(key);
  const own = versions.length > 0 ? versions : [...ofClient.versions];
  endpoints.set(key, {
    query: new Set([...(known?.query ?? []), ...query]),
    versions: new Set([...(known?.versions ?? []), ...own]),
    client: known?.client ?? ofClient.client,
  });
}

/** Clients have either specifications of operations, or functions that expand a URI template. */
function readOperations(source: string, names: ReadonlyMap<string, string>): Operation[] {
  const specifications = source.matchAll(
    /path: "(\/?[^"]+)",\s*httpMethod: "([A-Z]+)",([\s\S]*?)serializer/g,
  );
  const templates = source.matchAll(
    /expandUrlTemplate\(\s*"([^"]+)"([\s\S]*?)\.path\(path\)\s*\.(get|put|post|patch|delete|head)\(/g,
  );
  return [
    ...[...specifications].map(([, path, verb, rest = ""]) => ({
      key: endpointKey(verb!, path!),
      query: new Set(
        [...(/queryParameters: \[([^\]]*)\]/.exec(rest)?.[1]?.matchAll(/Parameters\.(\w+)/g) ?? [])]
          .map(([, name]) => names.get(name!) ?? name!)
          .map((name) => name.toLowerCase()),
      ),
      versions: [],
    })),
    ...[...templates].map(([, template, rest = "", verb]) => ({
      key: endpointKey(verb!, templatePath(template!)),
      query: templateQuery(template!),
      versions: [...rest.matchAll(/"(\d{4}-\d\d-\d\d[a-z-]*)"/g)].map(([, version]) => version!),
    })),
  ];
}

const readVersions = (source: string): string[] =>
  [
    ...source.matchAll(
      /api-?[vV]ersion"?\s*(?:=|:|\?\?)\s*(?:(?:options|context)\.apiVersion (?:\|\||\?\?) |\{\s*parameterPath: "apiVersion",\s*mapper: \{\s*defaultValue: )?"(\d{4}-\d\d-\d\d[a-z-]*)"/g,
    ),
  ].map(([, version]) => version!);

/** The names in requests of the parameters that specifications refer to. */
const readParameterNames = (source: string): [string, string][] =>
  source.split("export const ").flatMap((block): [string, string][] => {
    const name = /^(\w+) = \{\s*parameterPath: /.exec(block)?.[1];
    const serialized = /serializedName: "([^"]+)"/.exec(block)?.[1];
    return name === undefined || serialized === undefined ? [] : [[name, serialized]];
  });
