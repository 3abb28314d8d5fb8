import { remember } from "../../domain/freshness.ts";
import type { ApiKey } from "../../ports/accounts.ts";
import type { AppRecord, ToolRecord } from "../../ports/apps.ts";
import { Problem } from "../../problem.ts";
import type { Connected } from "../domain/connected.ts";
import { argumentsCheck, type CheckArguments } from "../domain/running/arguments.ts";
import { fileArguments } from "../domain/running/body.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { ConnectionsForUse } from "./connections-for-use.ts";

/** A tool that may be run with the arguments given. */
export interface Found {
  readonly record: AppRecord;
  readonly tool: ToolRecord;
  /** How many connections the caller has to the app. */
  connections(): Promise<number>;
}

/** The most tools whose checks are remembered. */
const MOST_CHECKS = 500;

/** Finds tools and holds arguments to their schemas. */
export function createPreparation(): (
  shelf: Shelf,
  name: string,
  given: Readonly<Record<string, unknown>>,
) => Promise<Found> {
  // By the version, which is a digest of all that the check depends on.
  const checks = new Map<string, CheckArguments>();
  return async (shelf, name, given) => {
    const { isOwn, record, tool, connections } = await shelf.toRun(name);
    const id = `${name} ${tool.version} ${isOwn}`;
    let check = checks.get(id);
    if (!check)
      remember(
        checks,
        id,
        (check = argumentsCheck(tool.input, {
          files: tool.binding && fileArguments(tool.binding),
        })),
        MOST_CHECKS,
      );
    const errors = check(given);
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
    return { record, tool, connections };
  };
}

/** The connection that a tool is run with: the one that is asked for or needed; without a need, the one there is, if it is clear which. */
export async function connectionFor(
  key: ApiKey,
  { record, tool, connections: counted }: Found,
  connections: ConnectionsForUse,
  wanted: string | undefined,
): Promise<Connected | undefined> {
  const isConnectable = record.methods.some(({ type }) => type !== "none");
  const isNeeded =
    (tool.auth.length > 0 && isConnectable) ||
    record.baseFields.some(({ required, fallback }) => required && fallback === undefined);
  if (isNeeded || wanted !== undefined) return connections.use(key, record, wanted);
  if ((await counted()) === 0) return undefined;
  return connections.use(key, record).catch((error: unknown) => {
    if (error instanceof Problem && error.code.startsWith("connection_")) return undefined;
    throw error;
  });
}
