import { Problem } from "../../../http/problem.ts";
import {
  checkSchedule,
  dueInstants,
  nextInstant,
  type Schedule,
} from "../../../lib/schedule/index.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { ScheduleWatch } from "../../../ports/trigger-definition.ts";
import type { EventInput } from "../events/create-event.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { Watcher } from "./watcher.ts";

const HINT =
  'Examples: {"cron": "0 9 * * 1-5", "timezone": "Europe/Berlin"}, {"every": 3600}, {"at": "2027-01-01T00:00:00Z"}.';

/** Watches a clock. The key of an event is its time, so two processes can't fire it twice. */
export function createScheduleWatcher({ now }: Pick<TriggerDeps, "now">): Watcher<ScheduleWatch> {
  return {
    async prepare(watch, { previous }) {
      const anchor = previous ? Date.parse(previous.stored.trigger.created) : now();
      const schedule = toSchedule(watch, anchor);
      const error = checkSchedule(schedule, now());
      if (error)
        throw new Problem("schedule_invalid", error.message, {
          hint: HINT,
          errors: [{ pointer: `/watch${error.pointer}`, detail: error.message }],
        });
      return { watch, progress: { due: nextInstant(schedule, now()) } };
    },
    async check({ trigger }) {
      const { progress } = trigger;
      // The clock of the database, which decides that the trigger is due, may be ahead.
      const at = Math.max(now(), progress.due ?? 0);
      const watch = trigger.watch;
      const schedule = toSchedule(watch, Date.parse(trigger.created));
      const due = progress.due ?? nextInstant(schedule, at);
      const { instants, hasGap } =
        due === undefined
          ? { instants: [], hasGap: false }
          : dueInstants(schedule, due, at, watch.missed ?? "latest");
      const next = nextInstant(schedule, Math.max(at, instants.at(-1) ?? 0));
      return {
        events: instants.map(toEvent),
        progress: { ...progress, due: next, checked: new Date(at).toISOString() },
        ...(next === undefined && { finished: "The schedule has no more times." }),
        ...(hasGap && { gap: "More than 100 times were missed. The oldest were skipped." }),
      };
    },
    // The times that were missed are handled by the next check.
    resume: (trigger) => ({
      ...trigger.progress,
      due: missedSince(trigger, now()),
    }),
  };
}

/** Returns the first time after the last check, which may have passed while the trigger was paused. */
function missedSince(
  { watch, created, progress }: Trigger<ScheduleWatch>,
  now: number,
): number | undefined {
  const schedule = toSchedule(watch, Date.parse(created));
  const since = progress.checked === undefined ? Date.parse(created) : Date.parse(progress.checked);
  return nextInstant(schedule, Math.min(since, now));
}

const toSchedule = ({ cron, timezone, every, at }: ScheduleWatch, anchor: number): Schedule => ({
  cron,
  timezone,
  every,
  anchor,
  at,
});

const toEvent = (instant: number): EventInput => {
  const scheduled = new Date(instant).toISOString();
  return { key: scheduled, type: "schedule", time: instant, data: { scheduled_at: scheduled } };
};
