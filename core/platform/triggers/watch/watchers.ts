import type { TriggerDeps, Watch } from "../trigger-types.ts";
import { findSharedType } from "../webhooks/shared-app-types.ts";
import { createAppWatcher } from "./app.ts";
import { createPollWatcher } from "./poll.ts";
import { createScheduleWatcher } from "./schedule.ts";
import { createSharedAppWatcher } from "./shared-app.ts";
import type { Watcher } from "./watcher.ts";
import { createWebhookWatcher } from "./webhook.ts";

/** Creates the function that returns the watcher of a kind. */
export function createWatchers(deps: TriggerDeps): (watch: Watch) => Watcher<Watch> {
  const passive: Watcher<Watch> = { prepare: async (watch) => ({ watch, progress: {} }) };
  const poll = createPollWatcher(deps);
  const watchers = {
    schedule: createScheduleWatcher(deps),
    poll,
    app: createAppWatcher(deps, poll),
    webhook: createWebhookWatcher(deps),
    platform: passive,
    event: passive,
  };
  const shared = createSharedAppWatcher(deps);
  // Each watcher receives only what it watches, because the kind of a trigger never changes.
  return (watch) => {
    const isShared = watch.kind === "app" && findSharedType(deps, watch.type) !== undefined;
    return (isShared ? shared : watchers[watch.kind]) as Watcher<Watch>;
  };
}
