import { isRetryable } from "../../lib/openapi-tools/result/index.ts";
import type { RunFailure, RunRecord } from "../../ports/stores/run-store.ts";
import type { Output } from "../contract.ts";
import type { RunOutcome } from "../runs/run-service.ts";

type RunToolOutput = Output<"runTool">;
type RunOutput = Output<"getRun">;

/** Converts a completed run to the output of `runTool`. */
export const outcomeView = ({ run, data }: RunOutcome, origin: string): RunToolOutput => ({
  ...commonFields(run, origin),
  ...(data !== undefined && { data }),
  ...(run.next && { next_arguments: run.next }),
});

/** Converts a stored run to the output of `getRun`. */
export const runView = (run: RunRecord, origin: string): RunOutput => ({
  ...commonFields(run, origin),
  user: run.user ?? null,
  ...(run.source !== undefined && { source: run.source }),
  key: run.key,
  ...(run.request !== undefined && { request_id: run.request }),
  ...(run.again !== undefined && { again: run.again }),
  ...(run.trigger !== undefined && { trigger: run.trigger }),
  ...(run.event !== undefined && { event: run.event }),
  ...(run.action !== undefined && { action: run.action }),
  arguments: run.arguments,
  attempts: run.attempts.map(({ started, milliseconds, status, error }) => ({
    started_at: started,
    duration_ms: milliseconds,
    ...(status !== undefined && { status_code: status }),
    ...(error !== undefined && { error }),
  })),
  ...(run.idempotencyKey !== undefined && { idempotency_key: run.idempotencyKey }),
  created_at: run.created,
  ...(run.finished !== undefined && {
    finished_at: run.finished,
    duration_ms: Date.parse(run.finished) - Date.parse(run.created),
  }),
});

const commonFields = (run: RunRecord, origin: string) => ({
  run: run.id,
  tool: run.tool,
  app: run.app,
  connection: run.connection ?? null,
  status: run.status,
  ...(run.failure && { error: failureView(run.failure, run) }),
  ...(run.response && {
    response: {
      ...(run.response.status !== undefined && { status_code: run.response.status }),
      headers: run.response.headers,
      ...(run.response.mediaType && { media_type: run.response.mediaType }),
      size: run.response.size,
      truncated: run.response.isCut,
      ...((run.response.isCut || run.idempotencyKey !== undefined) && {
        result_url: `${origin}/api/v1/runs/${run.id}/result`,
      }),
    },
  }),
});

const failureView = (
  { code, message, retryAfter }: RunFailure,
  { isUnsafe, status }: RunRecord,
) => ({
  code,
  message,
  // Repeating a run with an unknown outcome could carry it out twice.
  retryable:
    status !== "outcome_unknown" && (isRetryable(code) || (code === "interrupted" && !isUnsafe)),
  ...(retryAfter !== undefined && { retry_after: retryAfter }),
});
