import type { RunRecord, StoredResult } from "../../ports/run-store.ts";
import { detectContentKind } from "../domain/running/media-type.ts";
import type { CompletedRun } from "./run-service.ts";

/** A run that is over as it was shown when it was carried out. */
export function replayRun(
  run: RunRecord,
  stored: StoredResult | undefined,
  mostBytes: number,
): CompletedRun {
  if (!stored || stored.encoding === "base64" || !run.response) return { run };
  if (stored.data.length > mostBytes || run.response.isCut)
    return { run, data: stored.data.slice(0, mostBytes) };
  if (
    detectContentKind(
      run.response.mediaType,
      new TextEncoder().encode(stored.data.slice(0, 200)),
    ) !== "json"
  )
    return { run, data: stored.data };
  try {
    return { run, data: JSON.parse(stored.data) };
  } catch {
    return { run, data: stored.data };
  }
}
