import { parseStoredResult } from "../../lib/openapi-tools/index.ts";
import type { RunRecord, StoredResult } from "../../ports/run-store.ts";
import type { CompletedRun } from "./run-service.ts";

/** Rebuilds the output of a finished run from its stored result. */
export function replayRun(
  run: RunRecord,
  stored: StoredResult | undefined,
  maxBytes: number,
): CompletedRun {
  if (!stored || stored.encoding === "base64" || !run.response) return { run };
  if (stored.data.length > maxBytes || run.response.isCut)
    return { run, data: stored.data.slice(0, maxBytes) };
  return { run, data: parseStoredResult(stored.data, run.response.mediaType) };
}
