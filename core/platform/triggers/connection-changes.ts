import type { Connection } from "../../ports/connection-store.ts";
import type { Watcher } from "./kinds/watcher.ts";
import { pauseTrigger, updateTrigger } from "./pause-trigger.ts";
import type { EmitPlatformEvent } from "./platform-events.ts";
import type { TriggerDeps, Watch } from "./trigger-types.ts";

const MAX_TRIGGERS = 1_000;

/**
 * Creates the function that learns of connections that stop working or work again. It pauses and
 * resumes the triggers that watch with them, and fires `platform` triggers. Never rejects.
 */
export const createConnectionObserver =
  (
    deps: TriggerDeps,
    { emit, watcherFor }: { emit: EmitPlatformEvent; watcherFor: (watch: Watch) => Watcher<Watch> },
  ) =>
  async (before: Connection, after: Connection): Promise<void> => {
    if (before.status === after.status) return;
    try {
      if (before.status === "active") await pauseAll(after);
      if (after.status === "active") await resumeAll(after);
      if (after.status === "expired") await tell("connection.expired", after);
      if (after.status === "active" && before.status === "expired")
        await tell("connection.recovered", after);
    } catch (error) {
      deps.onError(error);
    }

    function tell(type: "connection.expired" | "connection.recovered", connection: Connection) {
      const { id, account, user, app, label, status, reason, version } = connection;
      return emit(account, {
        type,
        key: `${id}.${version}`,
        subject: id,
        user,
        app,
        connection: id,
        data: {
          connection: id,
          app,
          label,
          user: user ?? null,
          status,
          ...(reason && { reason: { code: reason.code, message: reason.message } }),
        },
      });
    }

    async function pauseAll({ id, account, status }: Connection) {
      const stored = await deps.triggerStore.list({ account, connection: id, limit: MAX_TRIGGERS });
      for (const { trigger } of stored)
        await pauseTrigger(deps, trigger.id, {
          code: "connection_inactive",
          message: `Its connection is ${status}. Restore the connection, and the trigger continues.`,
        });
    }

    async function resumeAll({ id, account }: Connection) {
      const stored = await deps.triggerStore.list({ account, connection: id, limit: MAX_TRIGGERS });
      for (const { trigger } of stored)
        await updateTrigger(deps, trigger.id, (current) => {
          if (current.status !== "paused" || current.reason?.code !== "connection_inactive")
            return undefined;
          const watcher = watcherFor(current.watch as unknown as Watch);
          return {
            set: {
              status: "active",
              reason: undefined,
              progress: watcher.resume?.(current) ?? current.progress,
            },
          };
        });
      if (stored.length > 0) deps.wake();
    }
  };
