import { pageRange } from "../../lib/kit/cursor.ts";
import type { Operation } from "../contract.ts";
import { listTypesOf } from "../triggers/watch/list-trigger-types.ts";
import { withCursorProblem } from "./cursor-problem.ts";

export const listTriggerTypes: Operation<"listTriggerTypes"> = async (
  { app, limit, cursor },
  { catalogView, triggers },
) => {
  const { length, read } = await listTypesOf(catalogView, app, await triggers.listAppTypes(app));
  const { start, end, next } = withCursorProblem(() =>
    pageRange(length, { cursor, limit, listKey: ["trigger types", app] }),
  );
  return { data: await read(start, end), total: length, next_cursor: next };
};
