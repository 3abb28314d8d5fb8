import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import type { ToolResult } from "../tool-results.ts";
import { compareCall } from "./compare-call.ts";
import { loadVendorClient } from "./load-vendor-client.ts";
import type { LineRecord } from "./record-lines.ts";
import { runClient } from "./run-client.ts";
import type { Line, VendorClient } from "./vendor-client.ts";

/** Compares the tools in an app's lines with the client in a folder with `node_modules`. */
export async function* compareLines(
  catalog: OpenCatalog,
  folder: string,
  app: string,
): AsyncGenerator<ToolResult> {
  const vendor = await loadVendorClient(app);
  const records = await runClient<LineRecord[]>("record-lines.ts", [app, folder]);
  for (const [index, line] of vendor.lines.entries())
    yield {
      tool: line[0],
      client: vendor.packages[0],
      ...(await compareLine(catalog, vendor, line, records[index]!)),
    };
}

async function compareLine(
  catalog: OpenCatalog,
  vendor: VendorClient,
  [name, args]: Line,
  { requests, error }: LineRecord,
): Promise<Pick<ToolResult, "differences" | "skipped">> {
  const [sent] = requests;
  if (!sent) return { differences: [], skipped: `the client sends nothing: ${error}` };
  return compareCall(catalog, vendor, [name, args], sent);
}
