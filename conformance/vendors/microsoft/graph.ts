import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { readTools } from "../tool-requests.ts";
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

/** The parts of Microsoft Graph that have a package, by the first segment of their paths. */
const PARTS = ["users", "teams", "sites", "chats"];

/**
 * Compares the verbs, paths and query parameters of tools with the URI templates in the packages
 * `@microsoft/msgraph-sdk-*`.
 */
export async function* compareGraphTools(
  catalog: OpenCatalog,
  folder: string,
  slugs: readonly string[],
): AsyncGenerator<ToolResult> {
  const endpoints = readEndpoints(folder);
  for await (const appTool of readTools(catalog, slugs)) {
    const { record, tool } = appTool;
    const base = tool.binding.base ?? record.base;
    if (!base.startsWith("https://graph.microsoft.com")) continue;
    const path = (base + tool.binding.path)
      .replace(/^https?:\/\/[^/]+\/[^/]+/, "")
      // The client has no `me`, which stands for the ID of a user.
      .replace(/^\/me(?=\/|$)/, "/users/{}");
    const key = endpointKey(tool.binding.method, path);
    // The client omits the namespace of functions, and shortens that of types.
    const endpoint = [
      key,
      key.replace("/microsoft.graph.", "/"),
      key.replaceAll("/microsoft.", "/"),
    ]
      .map((each) => endpoints.get(each))
      .find((each) => each !== undefined);
    const result = { tool: tool.name, differences: [] };
    // Files have a package of their own, wherever their drive is.
    const part = /\/drives?[/(]/.test(path) ? "drives" : path.split(/[/(]/)[1]!.toLowerCase();
    if (endpoint)
      yield {
        ...result,
        client: endpoint.client,
        isEndpointOnly: true,
        differences: listUnknownParameters(appTool, endpoint),
      };
    else if (PARTS.includes(part)) yield { ...result, skipped: `not in the client: ${key}` };
    else yield { ...result, skipped: `no package: ${part}` };
  }
}

function readEndpoints(folder: string): Endpoints {
  const endpoints = new Map<string, Endpoint>();
  for (const part of PARTS) {
    const parent = join(folder, "node_modules/@microsoft", `msgraph-sdk-${part}`);
    if (!existsSync(parent)) continue;
    for (const source of readSources(parent, /^index\.js$/)) {
      const templates = new Map(
        [...source.matchAll(/export const (\w+UriTemplate) = "([^"]+)"/g)].map(
          ([, name, template]) => [name!, template!],
        ),
      );
      const metadata = /RequestsMetadata = \{([\s\S]*?)\n\};/.exec(source)?.[1] ?? "";
      const client = `@microsoft/msgraph-sdk-${part}`;
      const operations = metadata.matchAll(
        /^ {4}(get|post|patch|put|delete): \{\s+uriTemplate: (\w+)/gm,
      );
      for (const [, verb, name] of operations) {
        const template = templates.get(name!) ?? "";
        endpoints.set(endpointKey(verb!, templatePath(template)), {
          query: templateQuery(template),
          versions: new Set(),
          client,
        });
      }
    }
  }
  return endpoints;
}
