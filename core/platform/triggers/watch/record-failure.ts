import { Problem } from "../../../http/problem.ts";
import { failureDelay } from "../../../lib/list-watch/index.ts";
import { type Trigger, triggerApps } from "../../../ports/stores/trigger-store.ts";
import type { EmitPlatformEvent } from "../events/platform-events.ts";
import { pauseTrigger } from "../pause-trigger.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { CheckFailure } from "./check-failure.ts";

const DAY = 86_400_000;
/** After this many failed checks in a row, the trigger is failing. */
const FAILURES_UNTIL_FAILING = 10;
/** A trigger that has been failing for this long is paused. */
const PAUSE_AFTER = 3 * DAY;
/** Codes of problems that end only when somebody restores the connection. */
const CONNECTION_CODES = new Set([
  "connection_required",
  "connection_inactive",
  "connection_not_found",
  "connection_ambiguous",
]);

/** The app is well, so these failures don't make a trigger fail. */
const RATE_LIMITED = "upstream_rate_limited";

/** Stores that a check has failed, and when to try again. Pauses a trigger that can't continue. */
export async function recordFailure(
  deps: TriggerDeps,
  emit: EmitPlatformEvent,
  trigger: Trigger,
  error: unknown,
): Promise<void> {
  const at = deps.now();
  const { code, message } = describeError(deps, error);
  if (CONNECTION_CODES.has(code)) {
    await pauseTrigger(deps, trigger.id, {
      code: "connection_inactive",
      message: `${message} The trigger continues when the connection works again.`,
    });
    return;
  }
  const isCounted = code !== RATE_LIMITED;
  const failures = (trigger.progress.failures ?? 0) + 1;
  const failingSince = trigger.progress.failingSince ?? new Date(at).toISOString();
  if (isCounted && at - Date.parse(failingSince) > PAUSE_AFTER) {
    await pauseTrigger(deps, trigger.id, {
      code: "failing",
      message: `All checks have failed for 3 days. The last error: ${message}`,
    });
    return;
  }
  const retryAfter = findRetryAfter(error);
  const delay = failureDelay(failures, deps.random());
  const isFailing = isCounted && failures >= FAILURES_UNTIL_FAILING;
  if (isFailing && trigger.status !== "failing" && trigger.kind === "app")
    await emitSubscriptionFails(emit, trigger, message);
  await deps.triggerStore.save({
    ...trigger,
    status: isFailing ? "failing" : trigger.status,
    progress: {
      ...trigger.progress,
      failures,
      failingSince,
      checked: new Date(at).toISOString(),
      lastError: { code, message, at: new Date(at).toISOString() },
      due: at + Math.max(delay, Math.min(retryAfter * 1_000, DAY)),
    },
    revision: trigger.revision + 1,
  });
}

function describeError(
  { onError }: Pick<TriggerDeps, "onError">,
  error: unknown,
): { readonly code: string; readonly message: string } {
  if (error instanceof Problem || error instanceof CheckFailure) return error;
  onError(error);
  return { code: "internal", message: "An internal error occurred during the check." };
}

function emitSubscriptionFails(
  emit: EmitPlatformEvent,
  trigger: Trigger,
  message: string,
): Promise<void> {
  const { id, account, user, app, connection, name, revision } = trigger;
  return emit(account, {
    type: "subscription.failing",
    key: `${id}.${revision}`,
    subject: id,
    user,
    app,
    connection,
    apps: triggerApps(trigger),
    data: { trigger: id, name, message },
  });
}

/** Returns the seconds that the other side asked to wait. */
export function findRetryAfter(error: unknown): number {
  if (error instanceof CheckFailure) return error.retryAfter ?? 0;
  return error instanceof Problem ? Number(error.headers["retry-after"] ?? 0) : 0;
}
