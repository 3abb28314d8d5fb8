import type { RunRecord } from "../../../ports/stores/run-store.ts";
import type { Output } from "../contract.ts";
import type { DescribeRequester } from "./requesters.ts";

export type Activity = Output<"listActivity">["data"][number];

/** The API's view of a run, without its arguments. */
export const activityView = (run: RunRecord, describeRequester: DescribeRequester): Activity => ({
  run: run.id,
  tool: run.tool,
  app: run.app,
  status: run.status,
  ...(run.failure && { error: { code: run.failure.code, message: run.failure.message } }),
  ...(run.source !== undefined && { source: run.source }),
  requester: describeRequester(run),
  user: run.user ?? null,
  connection: run.connection ?? null,
  created: run.created,
  ...(run.finished !== undefined && {
    finished: run.finished,
    duration_ms: Math.max(0, Date.parse(run.finished) - Date.parse(run.created)),
  }),
});
