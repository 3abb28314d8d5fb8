import type { KeptResult, RunRecord } from "../../ports/runs.ts";
import { contentOf } from "../domain/running/media.ts";
import type { DoneRun } from "./tool-runs.ts";

/** A run that is over as it was shown when it was carried out. */
export function shownAgain(
  run: RunRecord,
  kept: KeptResult | undefined,
  mostBytes: number,
): DoneRun {
  if (!kept || kept.encoding === "base64" || !run.response) return { run };
  if (kept.data.length > mostBytes || run.response.isCut)
    return { run, data: kept.data.slice(0, mostBytes) };
  if (
    contentOf(run.response.mediaType, new TextEncoder().encode(kept.data.slice(0, 200))) !== "json"
  )
    return { run, data: kept.data };
  try {
    return { run, data: JSON.parse(kept.data) };
  } catch {
    return { run, data: kept.data };
  }
}
