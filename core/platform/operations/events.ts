import { decodeKeysetCursor, encodeKeysetCursor } from "../../lib/kit/cursor.ts";
import type { Operation } from "../contract.ts";
import { toChanger } from "./changer.ts";
import { withCursorProblem } from "./cursor-problem.ts";
import { eventView } from "./trigger-views.ts";

const toTime = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

export const listEvents: Operation<"listEvents"> = async (
  { trigger, type, status, app, connection, after, before, limit, cursor },
  { actor, events },
) => {
  const filter = [trigger, type, status, app, connection, after, before];
  const fetched = await events.list(actor, {
    trigger,
    type,
    status,
    app,
    connection,
    from: toTime(after),
    to: toTime(before),
    limit: limit + 1,
    before:
      cursor === undefined
        ? undefined
        : withCursorProblem(() => decodeKeysetCursor(cursor, filter)),
  });
  const page = fetched.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((event) => eventView({ event })),
    next_cursor: last && fetched.length > limit ? encodeKeysetCursor(last.id, filter) : null,
  };
};

export const getEvent: Operation<"getEvent"> = async ({ event }, { actor, events }) =>
  eventView(await events.find(actor, event));

export const replayEvent: Operation<"replayEvent"> = async ({ event, actions }, context) =>
  eventView(await context.events.replay(toChanger(context), event, actions));

export const replayEvents: Operation<"replayEvents"> = async (
  { trigger, after, before, max },
  context,
) => ({
  count: await context.events.replayFailed(toChanger(context), trigger, {
    from: toTime(after),
    to: toTime(before),
    max,
  }),
});

export const deleteEvent: Operation<"deleteEvent"> = async ({ event }, context) => {
  await context.events.remove(toChanger(context), event);
  return { event, deleted: true };
};
