import type { Connection } from "../../../ports/stores/connection-store.ts";
import type { StoredTrigger, Trigger } from "../../../ports/stores/trigger-store.ts";
import { type Watch, watchedConnection } from "../../../ports/trigger-definition.ts";
import type { ConnectionObserver } from "../../create-connections.ts";
import type { EmitPlatformEvent } from "../events/platform-events.ts";
import { pauseTrigger, updateTrigger } from "../pause-trigger.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { Watcher } from "./watcher.ts";

const MAX_TRIGGERS = 1_000;

/**
 * Creates what learns of connections that stop working or work again. It pauses and resumes the
 * triggers that watch with them, and fires `platform` triggers. Triggers that watch with the default
 * follow it when it no longer works and another connection takes its place.
 */
export function createConnectionObserver(
  deps: TriggerDeps,
  { emit, watcherFor }: { emit: EmitPlatformEvent; watcherFor: (watch: Watch) => Watcher<Watch> },
): ConnectionObserver {
  return {
    async statusChanged(before, after) {
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
    },
    async defaultChanged(before, after) {
      try {
        const stored = await listTriggers(before);
        for (const { trigger } of stored)
          await updateTrigger(deps, trigger.id, (current) =>
            current.connection === before.id && watchedConnection(current.watch) === undefined
              ? { set: { connection: after.id, ...(isHalted(current) && resumed(current)) } }
              : undefined,
          );
        if (stored.length > 0) deps.wake();
      } catch (error) {
        deps.onError(error);
      }
    },
  };

  function tell(type: "connection.expired" | "connection.recovered", connection: Connection) {
    const { id, account, user, app, label, status, reason, version } = connection;
    return emit(account, {
      type,
      key: `${id}.${version}`,
      subject: id,
      user,
      app,
      connection: id,
      apps: [app],
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

  function listTriggers({ id, account }: Connection): Promise<readonly StoredTrigger[]> {
    return deps.triggerStore.list({ account, connection: id, limit: MAX_TRIGGERS });
  }

  async function pauseAll(connection: Connection) {
    const reason = {
      code: "connection_inactive",
      message: `Its connection is ${connection.status}. Restore the connection, and the trigger continues.`,
    };
    for (const { trigger } of await listTriggers(connection))
      await pauseTrigger(deps, trigger.id, reason, {
        // It may follow another default in the meantime.
        when: (current) => current.connection === connection.id,
      });
  }

  async function resumeAll(connection: Connection) {
    const stored = await listTriggers(connection);
    for (const { trigger } of stored)
      await updateTrigger(deps, trigger.id, (current) =>
        isHalted(current) ? { set: resumed(current) } : undefined,
      );
    if (stored.length > 0) deps.wake();
  }

  function resumed(trigger: Trigger): Pick<Trigger, "status" | "reason" | "progress"> {
    const watcher = watcherFor(trigger.watch);
    return {
      status: "active",
      reason: undefined,
      progress: watcher.resume?.(trigger) ?? trigger.progress,
    };
  }
}

/** Whether a trigger waits for its connection. */
const isHalted = ({ status, reason }: Trigger): boolean =>
  status === "paused" && reason?.code === "connection_inactive";
