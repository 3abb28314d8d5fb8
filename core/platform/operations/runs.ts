import type { Operation } from "../contract.ts";
import { cursorAt, placeAt } from "../domain/place.ts";
import { partOf } from "../domain/running/part.ts";
import { outcomeView, runView } from "./run-views.ts";

export const runTool: Operation<"runTool"> = async (
  {
    tool,
    arguments: given = {},
    connection,
    idempotency_key: idempotencyKey,
    timeout,
    max_bytes: mostBytes,
  },
  { key, shelf, runs, origin },
) => {
  const done = await runs.run(key, shelf, {
    tool,
    given,
    connection,
    idempotencyKey,
    timeoutMs: timeout * 1000,
    mostBytes,
  });
  return outcomeView(done, origin);
};

export const listRuns: Operation<"listRuns"> = async (
  { app, tool, connection, status, limit, cursor },
  { key, runs, origin },
) => {
  const of = [app, tool, connection, status];
  const found = await runs.list(key, {
    app,
    tool,
    connection,
    status,
    limit: limit + 1,
    before: cursor === undefined ? undefined : placeAt(cursor, of),
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((run) => runView(run, origin)),
    next_cursor: last && found.length > limit ? cursorAt(last.id, of) : null,
  };
};

export const getRun: Operation<"getRun"> = async ({ run: id }, { key, runs, origin }) =>
  runView(await runs.read(key, id), origin);

export const getRunResult: Operation<"getRunResult"> = async (
  { run: id, offset, limit },
  { key, runs },
) => {
  const { run, result } = await runs.result(key, id);
  return {
    run: id,
    ...(run.response?.mediaType && { media_type: run.response.mediaType }),
    ...partOf(result, { offset, limit }),
  };
};

export const deleteRun: Operation<"deleteRun"> = async ({ run: id }, { key, runs }) => {
  await runs.remove(key, id);
  return { run: id, deleted: true };
};
