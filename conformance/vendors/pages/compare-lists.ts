import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { createArgumentsCheck } from "../../../core/lib/openapi-tools/call/index.ts";
import { readResponse } from "../../../core/lib/openapi-tools/result/index.ts";
import { ignoredHeaders } from "../client-runs/compare-call.ts";
import { normalizeRequest } from "../client-runs/equivalents.ts";
import { loadVendorClient } from "../client-runs/load-vendor-client.ts";
import type { LineRecord } from "../client-runs/record-lines.ts";
import { runClient } from "../client-runs/run-client.ts";
import type { VendorClient } from "../client-runs/vendor-client.ts";
import { compareRequests, type Difference, type WireRequest } from "../compare.ts";
import { type AppTool, buildToolRequest } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import type { ListLine, Page } from "./list-line.ts";
import { LISTS } from "./lists.ts";

/** A tool that asked for more pages than this doesn't find the end. */
const MAX_REQUESTS = 10;

/**
 * Reads the lists of an app to their end, by the arguments that each result names for the next one,
 * and compares the requests with those of the client in a folder with `node_modules`.
 */
export async function* compareLists(
  catalog: OpenCatalog,
  folder: string,
  app: string,
): AsyncGenerator<ToolResult> {
  const lists = LISTS[app] ?? [];
  if (lists.length === 0) return;
  const vendor = await loadVendorClient(app);
  const records = await runClient<LineRecord[]>("../pages/record-lists.ts", [app, folder]);
  for (const [index, list] of lists.entries())
    yield {
      tool: list.tool,
      client: vendor.packages[0],
      ...(await compareList(catalog, vendor, list, records[index]!)),
    };
}

async function compareList(
  catalog: OpenCatalog,
  vendor: VendorClient,
  list: ListLine,
  { requests, error }: LineRecord,
): Promise<Pick<ToolResult, "differences" | "skipped">> {
  if (requests.length < 2)
    return { differences: [], skipped: `the client reads no second page: ${error}` };
  const read = await readAllPages(catalog, list, vendor);
  if (typeof read === "string") return { differences: [], skipped: read };
  const differences: Difference[] = [...read.errors];
  if (read.requests.length !== requests.length)
    differences.push({
      kind: "pages",
      client: String(requests.length),
      tool: String(read.requests.length),
    });
  for (const [index, request] of read.requests.entries()) {
    const sent = requests[index];
    if (sent)
      differences.push(
        ...compareRequests(
          await normalizeRequest(sent, vendor),
          await normalizeRequest(request, vendor),
          { ignoredHeaders: ignoredHeaders(vendor) },
        ),
      );
  }
  return { differences };
}

/** Runs a tool until its result names no next page. Returns a text if there is no such tool. */
export async function readAllPages(
  catalog: OpenCatalog,
  { tool: name, args: firstArgs, pages }: ListLine,
  { values, method }: Pick<VendorClient, "values" | "method">,
): Promise<string | { readonly requests: WireRequest[]; readonly errors: Difference[] }> {
  const record = await catalog.findApp(name.slice(0, name.indexOf(".")));
  const tool = await catalog.findTool(name);
  if (!record || !tool?.binding) return "no such tool";
  const appTool: Pick<AppTool, "record" | "tool"> = {
    record,
    tool: { ...tool, binding: tool.binding },
  };
  const check = createArgumentsCheck(tool);
  const requests: WireRequest[] = [];
  const errors: Difference[] = [];
  let args: Readonly<Record<string, unknown>> | undefined = firstArgs;
  while (args && requests.length < MAX_REQUESTS) {
    for (const { pointer, message } of check(args))
      errors.push({ kind: "arguments", client: "", tool: `${pointer} ${message}` });
    const request = await buildToolRequest(appTool, args, values, method);
    const next = nextOf(appTool, pages[Math.min(requests.length, pages.length - 1)]!, request.url);
    requests.push(request);
    args = next && { ...args, ...next };
  }
  return { requests, errors };
}

function nextOf({ record, tool }: Pick<AppTool, "record" | "tool">, page: Page, url: string) {
  const headers = new Headers({ "content-type": "application/json", ...page.headers });
  const bytes = new TextEncoder().encode(JSON.stringify(page.body));
  return readResponse(
    { status: 200, headers, url, bytes, isPartial: false },
    { record, binding: tool.binding, maxBytes: 100_000, secrets: [] },
  ).next;
}
