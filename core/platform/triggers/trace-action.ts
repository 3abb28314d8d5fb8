import type { EventAction, EventRecord } from "../../ports/event-store.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { ActionOutcome } from "./action-outcome.ts";

/**
 * Carries out an action in a span, which continues the trace of its event. `carryOut` reports the
 * outcome.
 */
export const traceAction = <Result>(
  tracer: Tracer,
  event: EventRecord,
  { id, kind, attempts }: EventAction,
  carryOut: (report: (outcome: ActionOutcome) => void) => Promise<Result>,
): Promise<Result> =>
  tracer.trace(
    `action ${kind}`,
    {
      kind: "consumer",
      parent: event.traceparent ?? null,
      attributes: {
        "jackfield.trigger.id": event.trigger,
        "jackfield.event.id": event.id,
        "jackfield.event.type": event.type,
        "jackfield.action.id": id,
        "jackfield.action.attempt": attempts.length + 1,
      },
    },
    (span) =>
      carryOut(({ status, run, statusCode }) => {
        span.setAttributes({
          "jackfield.action.status": status,
          "jackfield.run.id": run,
          "http.response.status_code": statusCode,
        });
        if (status !== "succeeded" && status !== "skipped") span.fail(status);
      }),
  );
