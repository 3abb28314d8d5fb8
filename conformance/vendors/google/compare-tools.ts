import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { compareRequests, type Difference } from "../compare.ts";
import { type AppTool, buildToolRequest, readTools } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import { type ClientMethod, GoogleClient } from "./client.ts";
import { createEquivalentInput, STANDARD_PARAMETERS } from "./equivalent-input.ts";
import { findMethods } from "./find-method.ts";
import { normalizeUpload } from "./upload.ts";

/** Compares the tools of Google's apps with the package `googleapis` in a folder. */
export async function* compareGoogleTools(
  catalog: OpenCatalog,
  folder: string,
  slugs: readonly string[],
): AsyncGenerator<ToolResult> {
  const client = new GoogleClient(folder);
  for await (const tool of readTools(catalog, slugs)) yield await compareTool(client, tool);
}

async function compareTool(client: GoogleClient, appTool: AppTool): Promise<ToolResult> {
  const { tool } = appTool;
  const skip = (skipped: string, isEndpointOnly = false): ToolResult => ({
    tool: tool.name,
    differences: [],
    skipped,
    isEndpointOnly,
  });
  const match = findMethods(client, appTool);
  if (typeof match === "string") return skip(match);
  const { method } = match;
  const differences: Difference[] = [];
  const { body } = tool.binding;
  const isComposed = body?.compose !== undefined || body?.template !== undefined;
  for (const isRich of [false, true]) {
    const input = createEquivalentInput(appTool, method, { isRich });
    const sent = await method.record(input.parameters).catch(explain);
    if (typeof sent === "string") return skip(`the client rejects the input: ${sent}`);
    const built = await buildToolRequest(appTool, input.args).catch(explain);
    if (typeof built === "string") {
      if (isComposed) return skip("body of its own form", true);
      differences.push({ kind: "rejected", client: "", tool: built });
    } else
      differences.push(
        ...compareRequests(sent, normalizeUpload(built), {
          ignoredHeaders: /./,
          ignoredQuery: CREDENTIALS,
        }),
        ...checkCredential(appTool, built.url),
      );
  }
  differences.push(...listUnknown(appTool, match.all));
  const own = isComposed ? differences.filter(({ kind }) => kind !== "body") : differences;
  return isComposed && own.length === 0
    ? skip("body of its own form", true)
    : { tool: tool.name, differences: own };
}

/** Names of query parameters with a credential. Clients send it in a header. */
const CREDENTIALS = /^(?:key|access_token)$/;

const explain = (error: unknown): string => String((error as Error).message).slice(0, 120);

/** An API key is called `key` (https://cloud.google.com/docs/authentication/api-keys-use). */
function checkCredential({ record, tool }: AppTool, url: string): Difference[] {
  const method = record.methods.find(({ id }) => tool.auth.includes(id));
  const isKey = method?.type === "api_key";
  const names = [...new URL(url).searchParams.keys()].filter((name) => CREDENTIALS.test(name));
  return isKey && names.join() !== "key"
    ? [{ kind: "credential", client: "key", tool: names.join() }]
    : [];
}

/** The query parameters of a tool that no method at its path has. */
function listUnknown({ tool }: AppTool, methods: readonly ClientMethod[]): Difference[] {
  const isKnown = (name: string) =>
    STANDARD_PARAMETERS.has(name) ||
    methods.some(
      ({ path, parameters }) =>
        parameters.has(name) ||
        parameters.has(`${name}_`) ||
        new RegExp(`\\{\\+?${name.replaceAll(".", "\\.")}\\}`).test(path),
    );
  return tool.binding.slots
    .filter(({ in: location, name }) => location === "query" && !isKnown(name))
    .map(({ name }) => ({ kind: "unknown parameter", client: "", tool: name }));
}
