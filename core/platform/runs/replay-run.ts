import { detectContentKind } from "../../lib/openapi-tools/index.ts";
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
  const sample = new TextEncoder().encode(stored.data.slice(0, 200));
  if (detectContentKind(run.response.mediaType, sample) !== "json")
    return { run, data: stored.data };
  try {
    return { run, data: JSON.parse(stored.data) };
  } catch {
    return { run, data: stored.data };
  }
}
