import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { createArgumentsCheck } from "../../../core/lib/openapi-tools/index.ts";
import { compareRequests, type Difference } from "../compare.ts";
import { buildToolRequest } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import { normalizeRequest } from "./equivalents.ts";
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
  const record = await catalog.findApp(name.slice(0, name.indexOf(".")));
  const tool = await catalog.findTool(name);
  if (!record || !tool?.binding) return { differences: [], skipped: "no such tool" };
  const refused = createArgumentsCheck(tool)(args).map(
    ({ pointer, message }): Difference => ({
      kind: "arguments",
      client: "",
      tool: `${pointer} ${message}`,
    }),
  );
  const received = await buildToolRequest(
    { record, tool: { ...tool, binding: tool.binding } },
    args,
    vendor.values,
    vendor.method,
  );
  const differences = compareRequests(
    await normalizeRequest(sent, vendor),
    await normalizeRequest(received, vendor),
    {
      ignoredHeaders: ignoredHeaders(vendor),
    },
  );
  return { differences: [...refused, ...differences] };
}

/** Headers of the connection, of the client itself, and the key that deduplicates runs. */
const CLIENT_HEADERS = [
  ...["host", "connection", "content-length", "transfer-encoding", "sec-fetch-mode"],
  ...["accept", "accept-.*", "user-agent", "idempotency-key"],
  ...["x-stainless-.*", "x-fern-.*", "x-[a-z-]*client-(?:lib|user-agent)", "x-box-ua"],
  ...["x-(?:contentful-)?user-agent", "auth0-client", "lang-version", "api-sdk-version"],
  ...["x-docusign-sdk", "node-ver"],
];

const ignoredHeaders = ({ ignoredHeaders = {} }: VendorClient): RegExp =>
  new RegExp(`^(?:${[...CLIENT_HEADERS, ...Object.keys(ignoredHeaders)].join("|")})$`);
