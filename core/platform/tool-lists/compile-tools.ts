import { hex, sha256 } from "../../lib/kit/bytes/digest.ts";
import { runInSlices } from "../../lib/kit/flow/slices.ts";
import {
  type CompiledApp,
  parseCompiledApp,
  readMcpServerInSteps,
  serializeInSteps,
} from "../../lib/openapi-tools/compile/index.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";

/** Tools that a remote MCP server lists, compiled. */
export type ListedApp = Omit<CompiledApp, "report">;

/** Tools in the form of the store. */
interface CompiledTools {
  readonly compiled: string;
  readonly digest: string;
  /** The number of tools, which is lower than that of the results if some can't be used. */
  readonly count: number;
}

/** The number of the stored format. It increases if earlier lists can't be read. */
const FORMAT = 1;
/** In UTF-16 units. */
const MAX_LENGTH = 6_000_000;

/** Identifies the server of an app and the format of its stored tools. */
export const toolSource = ({ base }: Pick<AppRecord, "base">): string => `${FORMAT} ${base}`;

/**
 * Compiles the results of `tools/list` for storage, without blocking other work. Resolves to
 * `undefined` if the compiled tools are too long to store.
 */
export async function compileTools(
  record: AppRecord,
  listed: readonly unknown[],
): Promise<CompiledTools | undefined> {
  const { isOwn: _, mark: __, ...rest } = record;
  const app = await runInSlices(readMcpServerInSteps(rest, listed));
  const compiled = await runInSlices(serializeInSteps(app, MAX_LENGTH));
  if (compiled === undefined) return undefined;
  return { compiled, digest: hex(await sha256(compiled)), count: app.tools.length };
}

/** Parses the output of `compileTools`. */
export const parseTools = (compiled: string): ListedApp => parseCompiledApp(compiled);
