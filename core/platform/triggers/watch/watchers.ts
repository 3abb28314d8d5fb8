import { requireValue } from "../../../lib/kit/require-value.ts";
import type { TriggerKind, Watch, WatchOf } from "../../../ports/trigger-definition.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { findSharedType } from "../webhooks/shared-app-types.ts";
import { AppWatcher } from "./app.ts";
import { PollWatcher } from "./poll.ts";
import { createScheduleWatcher } from "./schedule.ts";
import { createSharedAppWatcher } from "./shared-app.ts";
import type { Watcher } from "./watcher.ts";
import { createWebhookWatcher } from "./webhook.ts";

/** How each kind of trigger is watched. Kinds that read lists share `poll` and its requests. */
const WATCHERS: {
  readonly [Kind in TriggerKind]: (deps: TriggerDeps, poll: PollWatcher) => Watcher<WatchOf<Kind>>;
} = {
  schedule: createScheduleWatcher,
  poll: (_, poll) => poll,
  webhook: createWebhookWatcher,
  app: (deps, poll) => new AppWatcher(deps, poll),
  // The events of these arrive by themselves.
  platform: () => ({ prepare: async (watch) => ({ watch, progress: {} }) }),
  event: () => ({ prepare: async (watch) => ({ watch, progress: {} }) }),
};

/** Creates the function that returns the watcher of a kind. */
export function createWatchers(deps: TriggerDeps): (watch: Watch) => Watcher<Watch> {
  const poll = new PollWatcher(deps);
  const watchers = new Map(
    Object.entries(WATCHERS).map(([kind, create]) => [kind, create(deps, poll) as Watcher<Watch>]),
  );
  const shared = createSharedAppWatcher(deps) as Watcher<Watch>;
  // Each watcher receives only what it watches, because the kind of a trigger never changes.
  return (watch) =>
    watch.kind === "app" && findSharedType(deps, watch.type)
      ? shared
      : requireValue(watchers.get(watch.kind), `the watcher of ${watch.kind}`);
}
