import type { EventAction, EventRecord } from "../../../ports/stores/event-store.ts";
import type { Tracer } from "../../../ports/tracer.ts";
import type { ActionOutcome } from "./action-outcome.ts";

/** Carries out an action in a span, which continues the trace of its event. */
export const traceAction = (
  tracer: Tracer,
  event: EventRecord,
  { id, kind, attempts }: EventAction,
  carryOut: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> =>
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
    async (span) => {
      const outcome = await carryOut();
      const { status, run, statusCode } = outcome;
      span.setAttributes({
        "jackfield.action.status": status,
        "jackfield.run.id": run,
        "http.response.status_code": statusCode,
      });
      if (status !== "succeeded" && status !== "skipped") span.fail(status);
      return outcome;
    },
  );
