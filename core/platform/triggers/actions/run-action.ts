import { Problem } from "../../../http/problem.ts";
import { compileTemplate } from "../../../lib/expressions/index.ts";
import { isRetryable } from "../../../lib/openapi-tools/result/index.ts";
import {
  type EventAction,
  type EventRecord,
  eventApps,
} from "../../../ports/stores/event-store.ts";
import type { RunRecord } from "../../../ports/stores/run-store.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { RunAction } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import type { EventView } from "../events/event-view.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { ActionOutcome } from "./action-outcome.ts";

const DAY = 86_400_000;
/** The idempotency key of a run is valid for as long as its event is stored. */
const KEEP_KEY_MS = 31 * DAY;
/** A run needs no response data. */
const MAX_BYTES = 1_000;
const DEFAULT_TIMEOUT_SECONDS = 60;
/** The delay before another attempt if a connection has to be restored first, in seconds. */
const CONNECTION_RETRY_SECONDS = 300;

/** Failures after which nothing was done, whatever the tool. */
const NOTHING_DONE = new Set(["upstream_rate_limited", "upstream_unreachable"]);

interface RunRequestOptions {
  readonly trigger: Trigger;
  readonly event: EventRecord;
  readonly action: EventAction;
  readonly actor: Actor;
  readonly view: EventView;
}

/** Renders the arguments of a tool. */
export const renderArguments = (
  { arguments: template = {} }: RunAction,
  view: EventView,
): { readonly value: Record<string, unknown> } | { readonly error: string } => {
  const compiled = compileTemplate(template);
  const rendered = compiled.error ? compiled : compiled.value.render(view);
  return rendered.error
    ? { error: `arguments${rendered.error.pointer}: ${rendered.error.message}` }
    : { value: rendered.value as Record<string, unknown> };
};

/**
 * Runs the tool of an action. The idempotency key is the same in each attempt until a run has
 * failed, so a run that may have changed something is never sent twice, even if this process dies.
 */
export async function runToolAction(
  deps: TriggerDeps,
  definition: RunAction,
  { trigger, event, action, actor, view }: RunRequestOptions,
): Promise<ActionOutcome> {
  const rendered = renderArguments(definition, view);
  if ("error" in rendered) return { status: "dead", reason: rendered.error };
  const catalogView = deps.catalogViewFor(actor);
  const runs = action.runs ?? 0;
  try {
    const { tool } = await catalogView.toolForRun(definition.tool, definition.connection);
    if (!event.isVerified && tool.annotations.destructive && definition.unverified !== "allow")
      return {
        status: "dead",
        reason:
          'The event is unverified, so it can\'t run a destructive tool. Set "unverified" to "allow" to permit it.',
      };
    const { run } = await deps.runs.run(actor, catalogView, {
      tool: definition.tool,
      source: "trigger",
      input: rendered.value,
      connection: definition.connection,
      idempotencyKey: `${event.id}.${action.id}.${runs}`,
      keepKeyMs: KEEP_KEY_MS,
      startedBy: {
        trigger: trigger.id,
        event: event.id,
        action: action.id,
        apps: eventApps(event),
      },
      timeoutMs: (definition.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1_000,
      maxBytes: MAX_BYTES,
    });
    return outcomeOfRun(run, runs);
  } catch (error) {
    if (error instanceof Problem) return outcomeOfProblem(error);
    throw error;
  }
}

/** Another attempt is a new run only if the last one failed without having done anything. */
function outcomeOfRun(run: RunRecord, runs: number): ActionOutcome {
  const { status, failure, isUnsafe } = run;
  const statusCode = run.response?.status;
  if (status === "succeeded") return { status, run: run.id, statusCode };
  if (status === "outcome_unknown" || !failure)
    return { status: "outcome_unknown", run: run.id, reason: failure?.message };
  const mayRepeat =
    NOTHING_DONE.has(failure.code) ||
    (!isUnsafe && (isRetryable(failure.code) || failure.code === "interrupted"));
  return {
    status: mayRepeat ? "retrying" : "dead",
    run: run.id,
    reason: failure.message,
    statusCode,
    retryAfter: failure.retryAfter,
    ...(mayRepeat && { runs: runs + 1 }),
  };
}

/** The run didn't start, so nothing was sent. */
function outcomeOfProblem({ code, message, hint, headers, errors }: Problem): ActionOutcome {
  const reason = [message, hint].filter(Boolean).join(" ");
  const retryAfter = Number(headers["retry-after"] ?? Number.NaN);
  switch (code) {
    case "connection_required":
    case "connection_inactive":
    case "connection_incomplete":
    case "connection_ambiguous":
    case "connection_not_found":
    case "scope_missing":
      return { status: "retrying", reason, retryAfter: CONNECTION_RETRY_SECONDS, isWaiting: true };
    case "request_in_flight":
    case "storage_unavailable":
    case "catalog_not_ready":
    case "provider_unavailable":
      return {
        status: "retrying",
        reason,
        retryAfter: Number.isFinite(retryAfter) ? Math.max(retryAfter, 5) : 30,
        isWaiting: true,
      };
    default:
      return {
        status: "dead",
        reason: errors?.length
          ? `${message} (${errors.map(({ pointer }) => pointer).join(", ")})`
          : reason,
      };
  }
}
