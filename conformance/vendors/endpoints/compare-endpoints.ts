import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { loadVendorClient } from "../client-runs/load-vendor-client.ts";
import { runClient } from "../client-runs/run-client.ts";
import { readTools } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import { hasEndpoint } from "./match-endpoint.ts";

/**
 * Finds the tools of an app whose verb and path a method of its client has. An unknown path is only a
 * hint, because placeholders aren't valid arguments of all methods.
 */
export async function* compareEndpoints(
  catalog: OpenCatalog,
  folder: string,
  app: string,
): AsyncGenerator<ToolResult> {
  const { packages, anyEncoding } = await loadVendorClient(app);
  const endpoints = await runClient<string[]>("../endpoints/record-endpoints.ts", [app, folder]);
  for await (const { record, tool } of readTools(catalog, [app])) {
    const { method, base = record.base ?? "", path } = tool.binding;
    const basePath = base.replace(/^https?:\/\/[^/]+/, "");
    const toolPath = `${basePath}${path.replace(/[?#].*$/, "")}`;
    const verbs = anyEncoding === undefined ? [method] : ["GET", "POST"];
    const isKnown = verbs.some((verb) => hasEndpoint(endpoints, `${verb} ${toolPath}`));
    yield {
      tool: tool.name,
      client: packages[0],
      differences: [],
      isEndpointOnly: isKnown,
      ...(!isKnown && { skipped: `not in the client: ${method} ${toolPath}` }),
    };
  }
}
