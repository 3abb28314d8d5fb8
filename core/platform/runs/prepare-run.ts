import { inputProblem } from "../../http/input/input-problem.ts";
import { Problem } from "../../http/problem.ts";
import { setRecent } from "../../lib/kit/net/freshness.ts";
import {
  type CheckArguments,
  createArgumentsCheck,
  findMissingContext,
} from "../../lib/openapi-tools/call/index.ts";
import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import type { ToolRecord } from "../../lib/openapi-tools/index.ts";
import { requestProblem } from "../app-requests/request-problem.ts";
import { createHttpTransport, type HttpTransportDeps } from "../app-requests/transport-http.ts";
import { createMcpTransport } from "../app-requests/transport-mcp.ts";
import type { Actor } from "../auth/actor.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import type { PreparedRun, RunConnections, RunRequest } from "./run-service.ts";

/** The number of tools whose compiled checks are cached. */
const MAX_CHECKS = 500;

/** A tool of the catalog, as a run needs it. */
export type FoundTool = Awaited<ReturnType<CatalogView["toolForRun"]>>;

/**
 * Creates a function that finds a tool and validates its arguments. It rejects with the `Problem`
 * "tool_not_found" or "invalid_arguments".
 */
export function createRequestCheck(): (
  catalogView: CatalogView,
  request: Pick<RunRequest, "tool" | "input" | "connection">,
) => Promise<FoundTool> {
  const checks = new Map<string, CheckArguments>();
  const remoteChecks = new WeakMap<ToolRecord, CheckArguments>();

  const checkFor = (name: string, tool: ToolRecord, isOwn: boolean): CheckArguments => {
    // Anyone can run a remote MCP server, and can forge the version of another tool.
    if (tool.remoteName !== undefined) {
      const check = remoteChecks.get(tool) ?? createArgumentsCheck(tool);
      remoteChecks.set(tool, check);
      return check;
    }
    // The version is a digest of everything that the check depends on.
    const id = `${name} ${tool.version} ${isOwn}`;
    const cached = checks.get(id);
    if (cached) return cached;
    const check = createArgumentsCheck(tool);
    setRecent(checks, id, check, MAX_CHECKS);
    return check;
  };

  return async (catalogView, { tool: name, input, connection }) => {
    const found = await catalogView.toolForRun(name, connection);
    const errors = checkFor(name, found.tool, found.isOwn)(input);
    if (errors.length > 0) {
      throw inputProblem(errors, {
        code: "invalid_arguments",
        within: "/arguments",
        hint: `Send arguments that match the tool's input_schema: get_tool (GET /api/v1/tools/${name}).`,
      });
    }
    return found;
  };
}

/**
 * Returns the connection for a run. If none is requested and the tool needs none, returns a
 * connection only if the choice is clear.
 */
export async function resolveConnection(
  actor: Actor,
  { record, tool, connection: listedBy, countConnections }: FoundTool,
  connections: RunConnections,
  { connection: requestedByCaller, input }: Pick<RunRequest, "connection" | "input">,
  timeoutMs: number,
): Promise<DecryptedConnection | undefined> {
  const deadline = performance.now() + timeoutMs;
  const use = async (id?: string) => {
    const connected = await connections.use(actor, record, id, { timeoutMs });
    const missing = tool.binding ? findMissingContext(record, tool.binding, input, connected) : [];
    if (missing.length === 0 || !connections.complete) return connected;
    return connections
      .complete(connected, missing, deadline - performance.now())
      .catch((error: unknown) => {
        throw withArgumentHint(error, tool, missing);
      });
  };
  const requested = requestedByCaller ?? listedBy;
  const isConnectable = record.methods.some(({ type }) => type !== "none");
  const isNeeded =
    (tool.auth.length > 0 && isConnectable) ||
    record.baseFields.some(({ required, fallback }) => required && fallback === undefined);
  if (isNeeded || requested !== undefined) return use(requested);
  if ((await countConnections()) === 0) return undefined;
  return use().catch((error: unknown) => {
    if (error instanceof Problem && error.code.startsWith("connection_")) return undefined;
    throw error;
  });
}

/** Names the arguments with which callers can do without a value that the app doesn't return. */
function withArgumentHint(error: unknown, tool: ToolRecord, missing: readonly string[]): unknown {
  if (!(error instanceof Problem) || error.code !== "connection_incomplete") return error;
  const names = (tool.binding?.slots ?? [])
    .filter(({ fill }) => missing.some((name) => fill?.value.includes(`{${name}}`)))
    .map(({ argument }) => argument)
    .filter((argument) => Object.hasOwn((tool.input["properties"] ?? {}) as object, argument));
  if (names.length === 0) return error;
  const hint = `${error.hint} Or send the argument ${names.map((name) => `"${name}"`).join(", ")}.`;
  return new Problem(error.code, error.message, { hint });
}

/**
 * Prepares a run with the transport of its tool. Rejects with a `Problem` if the arguments or the
 * connection don't make a request. `idempotencyKey` is sent to apps that deduplicate requests.
 */
export async function prepareRun(
  { outbound, ...deps }: HttpTransportDeps,
  { record, tool }: FoundTool,
  {
    request: { input, maxBytes },
    connection,
    idempotencyKey,
  }: {
    readonly request: RunRequest;
    readonly connection: DecryptedConnection | undefined;
    readonly idempotencyKey: string;
  },
): Promise<PreparedRun> {
  const { binding } = tool;
  try {
    const transport = binding
      ? await createHttpTransport(
          { outbound, ...deps },
          { record, tool: { ...tool, binding }, args: input, connection, idempotencyKey },
          maxBytes,
        )
      : createMcpTransport(outbound, { record, tool, input, connection }, maxBytes);
    return { app: record, tool, connection, transport };
  } catch (error) {
    throw requestProblem(error);
  }
}
