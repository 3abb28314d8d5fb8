import type { RunRecord } from "../../ports/stores/run-store.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { RunOutcome } from "./run-service.ts";

/**
 * Executes a run in a span, with the names of OpenTelemetry's conventions for tools. Its requests
 * are spans inside of it.
 */
export const traceRun = (
  tracer: Tracer,
  { id, app, tool, source }: RunRecord,
  execute: () => Promise<RunOutcome>,
): Promise<RunOutcome> =>
  tracer.trace(
    `execute_tool ${tool}`,
    {
      kind: "internal",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "jackfield.app": app,
        "jackfield.run.id": id,
        "jackfield.run.source": source,
      },
    },
    async (span) => {
      const outcome = await execute();
      const { status, attempts, failure } = outcome.run;
      span.setAttributes({
        "jackfield.run.status": status,
        "jackfield.run.attempts": attempts.length,
      });
      if (status !== "succeeded") span.fail(failure?.code ?? status);
      return outcome;
    },
  );
