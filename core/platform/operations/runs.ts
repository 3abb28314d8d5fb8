import { decodeKeysetCursor, encodeKeysetCursor } from "../../lib/kit/cursor.ts";
import { sliceResult } from "../../lib/openapi-tools/result/index.ts";
import type { Operation } from "../contract.ts";
import { toChanger } from "./changer.ts";
import { withCursorProblem } from "./cursor-problem.ts";
import { outcomeView, runView } from "./run-views.ts";

export const runTool: Operation<"runTool"> = async (
  {
    tool,
    arguments: input = {},
    connection,
    idempotency_key: idempotencyKey,
    timeout,
    max_bytes: maxBytes,
  },
  { actor, catalogView, runs, origin, source, requestId },
) => {
  const outcome = await runs.run(actor, catalogView, {
    tool,
    source,
    requestId,
    input,
    connection,
    idempotencyKey,
    timeoutMs: timeout * 1000,
    maxBytes,
  });
  return outcomeView(outcome, origin);
};

export const listRuns: Operation<"listRuns"> = async (
  { app, tool, connection, status, trigger, event, limit, cursor },
  { actor, runs, origin },
) => {
  const filter = [app, tool, connection, status, trigger, event];
  const fetched = await runs.list(actor, {
    app,
    tool,
    connection,
    status,
    trigger,
    event,
    limit: limit + 1,
    before:
      cursor === undefined
        ? undefined
        : withCursorProblem(() => decodeKeysetCursor(cursor, filter)),
  });
  const page = fetched.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((run) => runView(run, origin)),
    next_cursor: last && fetched.length > limit ? encodeKeysetCursor(last.id, filter) : null,
  };
};

export const getRun: Operation<"getRun"> = async ({ run: id }, { actor, runs, origin }) =>
  runView(await runs.read(actor, id), origin);

export const getRunResult: Operation<"getRunResult"> = async (
  { run: id, offset, limit },
  { actor, runs },
) => {
  const { run, result } = await runs.result(actor, id);
  return {
    run: id,
    ...(run.response?.mediaType && { media_type: run.response.mediaType }),
    ...sliceResult(result, { offset, limit }),
  };
};

export const deleteRun: Operation<"deleteRun"> = async ({ run: id }, context) => {
  await context.runs.remove(toChanger(context), id);
  return { run: id, deleted: true };
};
