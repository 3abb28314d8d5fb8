import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { createArgumentsCheck } from "../../../core/lib/openapi-tools/call/index.ts";
import { compareRequests, type Difference, type WireRequest } from "../compare.ts";
import { buildToolRequest } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import { normalizeRequest } from "./equivalents.ts";
import type { Equivalents } from "./vendor-client.ts";

/** The connection of a call, and the spellings that mean the same to the vendor's service. */
interface CallOptions extends Equivalents {
  readonly method?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Headers that are compared although clients differ in them, such as `accept`. */
  readonly comparedHeaders?: readonly string[];
}

/** Compares the request of a tool with the one that the vendor's client or documentation has. */
export async function compareCall(
  catalog: OpenCatalog,
  options: CallOptions,
  [name, args]: readonly [tool: string, args: Readonly<Record<string, unknown>>],
  sent: WireRequest,
): Promise<Pick<ToolResult, "differences" | "skipped">> {
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
    options.values,
    options.method,
  );
  const differences = compareRequests(
    await normalizeRequest(sent, options),
    await normalizeRequest(received, options),
    { ignoredHeaders: ignoredHeaders(options) },
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

/** The names of headers that aren't compared. */
export const ignoredHeaders = ({
  ignoredHeaders = {},
  comparedHeaders = [],
}: CallOptions): RegExp =>
  new RegExp(
    `^(?!(?:${comparedHeaders.join("|")})$)(?:${[...CLIENT_HEADERS, ...Object.keys(ignoredHeaders)].join("|")})$`,
  );
