import { decodeKeysetCursor, encodeKeysetCursor } from "../../lib/kit/cursor.ts";
import type { Operation } from "../contract.ts";
import { requireName } from "../require-name.ts";
import { toChanger } from "./changer.ts";
import { withCursorProblem } from "./cursor-problem.ts";
import { changedTriggerView, eventView, sampleView, triggerView } from "./trigger-views.ts";

export const createTrigger: Operation<"createTrigger"> = async (
  { name, watch, actions, filter, order, max_per_minute, user, metadata, idempotency_key },
  context,
) => {
  const created = await context.triggers.create(toChanger(context), {
    name: requireName(name),
    watch,
    actions,
    filter,
    order,
    maxPerMinute: max_per_minute,
    user,
    metadata,
    idempotencyKey: idempotency_key,
  });
  return changedTriggerView(created, context.origin);
};

export const listTriggers: Operation<"listTriggers"> = async (
  { kind, app, connection, user, status, limit, cursor },
  { actor, triggers, origin },
) => {
  const filter = [kind, app, connection, user, status];
  const fetched = await triggers.list(actor, {
    kind,
    app,
    connection,
    user,
    status,
    limit: limit + 1,
    before:
      cursor === undefined
        ? undefined
        : withCursorProblem(() => decodeKeysetCursor(cursor, filter)),
  });
  const page = fetched.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((visible) => triggerView(visible, origin)),
    next_cursor:
      last && fetched.length > limit ? encodeKeysetCursor(last.stored.trigger.id, filter) : null,
  };
};

export const getTrigger: Operation<"getTrigger"> = async (
  { trigger },
  { actor, triggers, origin },
) => triggerView(await triggers.find(actor, trigger), origin);

export const updateTrigger: Operation<"updateTrigger"> = async (
  { trigger, version, name, watch, seen_items, actions, filter, order, max_per_minute, metadata },
  context,
) => {
  const changed = await context.triggers.update(toChanger(context), trigger, {
    version,
    name: name === undefined ? undefined : requireName(name),
    watch,
    seenItems: seen_items,
    actions,
    filter,
    order,
    maxPerMinute: max_per_minute,
    metadata,
  });
  return changedTriggerView(changed, context.origin);
};

export const deleteTrigger: Operation<"deleteTrigger"> = async ({ trigger }, context) => {
  await context.triggers.remove(toChanger(context), trigger);
  return { trigger, deleted: true };
};

export const pauseTrigger: Operation<"pauseTrigger"> = async ({ trigger, drop }, context) =>
  triggerView(await context.triggers.pause(toChanger(context), trigger, { drop }), context.origin);

export const resumeTrigger: Operation<"resumeTrigger"> = async ({ trigger }, context) =>
  triggerView(await context.triggers.resume(toChanger(context), trigger), context.origin);

export const rotateTrigger: Operation<"rotateTrigger"> = async (
  { trigger, secret, overlap },
  context,
) => {
  const rotated = await context.triggers.rotate(toChanger(context), trigger, {
    secret,
    overlapSeconds: overlap,
  });
  return changedTriggerView(rotated, context.origin);
};

export const fireTrigger: Operation<"fireTrigger"> = async (
  { trigger, data, id, dry_run: isDryRun },
  { actor, triggers },
) => {
  const result = await triggers.fire(actor, trigger, {
    data: data === undefined ? undefined : { value: data },
    id,
    isDryRun,
  });
  if (!result.isDryRun)
    return {
      dry_run: false,
      events: result.events.map((event) => eventView({ event })),
      duplicates: [...result.duplicates],
    };
  const { sample, filter, filterError, actions } = result;
  return {
    dry_run: true,
    events: [],
    duplicates: [],
    ...(sample && { sample: sampleView(sample) }),
    ...(filter !== undefined && { filter }),
    ...(filterError !== undefined && { filter_error: filterError }),
    actions: [...actions],
  };
};
