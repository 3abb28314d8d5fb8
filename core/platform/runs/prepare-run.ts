import { inputProblem } from "../../http/input-problem.ts";
import { Problem } from "../../http/problem.ts";
import { setRecent } from "../../lib/kit/freshness.ts";
import type { AppRecord, DecryptedConnection, ToolRecord } from "../../lib/openapi-tools/index.ts";
import { type CheckArguments, createArgumentsCheck } from "../../lib/openapi-tools/index.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import type { RunConnections } from "./run-connections.ts";

/** A tool whose arguments are valid. */
export interface PreparedRun {
  readonly record: AppRecord;
  readonly tool: ToolRecord;
  /** Returns the number of connections that the caller has to the app. */
  countConnections(): Promise<number>;
}

/** The number of tools whose compiled checks are cached. */
const MAX_CHECKS = 500;

/**
 * Creates a function that finds a tool and validates its arguments. It rejects with the `Problem`
 * "tool_not_found" or "invalid_arguments".
 */
export function createRunPreparer(): (
  catalogView: CatalogView,
  name: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<PreparedRun> {
  const checks = new Map<string, CheckArguments>();

  const checkFor = (name: string, tool: ToolRecord, isOwn: boolean): CheckArguments => {
    // The version is a digest of everything that the check depends on.
    const id = `${name} ${tool.version} ${isOwn}`;
    const cached = checks.get(id);
    if (cached) return cached;
    const check = createArgumentsCheck(tool);
    setRecent(checks, id, check, MAX_CHECKS);
    return check;
  };

  return async (catalogView, name, input) => {
    const { isOwn, record, tool, countConnections } = await catalogView.toolForRun(name);
    const errors = checkFor(name, tool, isOwn)(input);
    if (errors.length > 0) {
      throw inputProblem(errors, {
        code: "invalid_arguments",
        within: "/arguments",
        hint: `Send arguments that match the tool's input_schema: get_tool (GET /api/v1/tools/${name}).`,
      });
    }
    return { record, tool, countConnections };
  };
}

/**
 * Returns the connection for a run. If none is requested and the tool needs none, returns a
 * connection only if the choice is clear.
 */
export async function resolveConnection(
  key: ApiKey,
  { record, tool, countConnections }: PreparedRun,
  connections: RunConnections,
  requested: string | undefined,
): Promise<DecryptedConnection | undefined> {
  const isConnectable = record.methods.some(({ type }) => type !== "none");
  const isNeeded =
    (tool.auth.length > 0 && isConnectable) ||
    record.baseFields.some(({ required, fallback }) => required && fallback === undefined);
  if (isNeeded || requested !== undefined) return connections.use(key, record, requested);
  if ((await countConnections()) === 0) return undefined;
  return connections.use(key, record).catch((error: unknown) => {
    if (error instanceof Problem && error.code.startsWith("connection_")) return undefined;
    throw error;
  });
}
