import { hex, sha256 } from "../../lib/kit/digest.ts";
import {
  type CompiledApp,
  parseCompiledApp,
  readMcpServer,
  serializeCompiledApp,
} from "../../lib/openapi-tools/compile/index.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";

/** Tools that a remote MCP server lists, compiled. */
export type ListedApp = Omit<CompiledApp, "report">;

/** The number of the stored format. It increases if earlier lists can't be read. */
const FORMAT = 1;
const MAX_LENGTH = 6_000_000;

/** Identifies the server of an app and the format of its stored tools. */
export const toolSource = ({ base }: Pick<AppRecord, "base">): string => `${FORMAT} ${base}`;

/**
 * Compiles the results of `tools/list` for storage. Resolves to `undefined` if the compiled tools
 * are too long to store.
 */
export async function compileTools(
  record: AppRecord,
  listed: readonly unknown[],
): Promise<{ readonly compiled: string; readonly digest: string } | undefined> {
  const { isOwn: _, mark: __, ...rest } = record;
  const compiled = serialize(rest, listed);
  if (compiled === undefined || compiled.length > MAX_LENGTH) return undefined;
  return { compiled, digest: hex(await sha256(compiled)) };
}

/** Returns `undefined` if the text is longer than a string can be, because references repeat a part. */
function serialize(
  record: Parameters<typeof readMcpServer>[0],
  listed: readonly unknown[],
): string | undefined {
  try {
    return serializeCompiledApp(readMcpServer(record, listed));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Parses the output of `compileTools`. */
export const parseTools = (compiled: string): ListedApp => parseCompiledApp(compiled);
