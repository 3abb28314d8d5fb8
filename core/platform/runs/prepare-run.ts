import { setRecent } from "../../domain/freshness.ts";
import type { AppRecord, ToolRecord } from "../../ports/apps.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import { Problem } from "../../problem.ts";
import type { CatalogView } from "../catalog-view/catalog-view.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import { type CheckArguments, createArgumentsCheck } from "../domain/running/check-arguments.ts";
import { fileArguments } from "../domain/running/request-body.ts";
import type { RunConnections } from "./run-connections.ts";

/** A tool that may be run with the arguments given. */
export interface PreparedRun {
  readonly record: AppRecord;
  readonly tool: ToolRecord;
  /** How many connections the caller has to the app. */
  countConnections(): Promise<number>;
}

/** The most tools whose checks are remembered. */
const MAX_CHECKS = 500;

/** Finds tools and holds arguments to their schemas. */
export function createRunPreparer(): (
  catalogView: CatalogView,
  name: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<PreparedRun> {
  // By the version, which is a digest of all that the check depends on.
  const checks = new Map<string, CheckArguments>();
  return async (catalogView, name, input) => {
    const { isOwn, record, tool, countConnections } = await catalogView.toolForRun(name);
    const id = `${name} ${tool.version} ${isOwn}`;
    let check = checks.get(id);
    if (!check)
      setRecent(
        checks,
        id,
        (check = createArgumentsCheck(tool.input, {
          files: tool.binding && fileArguments(tool.binding),
        })),
        MAX_CHECKS,
      );
    const errors = check(input);
    if (errors.length > 0) {
      throw new Problem(
        "invalid_arguments",
        errors
          .map(({ pointer, detail }) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail))
          .join(" "),
        {
          errors: errors.map(({ pointer, detail }) => ({
            pointer: `/arguments${pointer}`,
            detail,
          })),
          hint: `GET /api/v1/tools/${name} (get_tool) has what it takes, as its input_schema.`,
        },
      );
    }
    return { record, tool, countConnections };
  };
}

/** The connection that a tool is run with: the one that is asked for or needed; without a need, the one there is, if it is clear which. */
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
