import type { Connection } from "../../../ports/stores/connection-store.ts";
import type { StoredTrigger, Trigger } from "../../../ports/stores/trigger-store.ts";
import { type Watch, watchedConnection } from "../../../ports/trigger-definition.ts";
import type { ConnectionObserver } from "../../create-connections.ts";
import type { EmitPlatformEvent } from "../events/platform-events.ts";
import { pauseTrigger, updateTrigger } from "../pause-trigger.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { Watcher } from "./watcher.ts";

const MAX_TRIGGERS = 1_000;

interface ConnectionTriggersParts {
  readonly emit: EmitPlatformEvent;
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
}

/**
 * Learns of connections that stop working or work again. It pauses and resumes the triggers that
 * watch with them, and fires `platform` triggers. Triggers that watch with the default follow it when
 * it no longer works and another connection takes its place.
 */
export class ConnectionTriggers implements ConnectionObserver {
  readonly #deps: TriggerDeps;
  readonly #parts: ConnectionTriggersParts;

  constructor(deps: TriggerDeps, parts: ConnectionTriggersParts) {
    this.#deps = deps;
    this.#parts = parts;
  }

  async statusChanged(before: Connection, after: Connection): Promise<void> {
    if (before.status === after.status) return;
    try {
      if (before.status === "active") await this.#pauseAll(after);
      if (after.status === "active") await this.#resumeAll(after);
      if (after.status === "expired") await this.#emitStatus("connection.expired", after);
      if (after.status === "active" && before.status === "expired")
        await this.#emitStatus("connection.recovered", after);
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  async defaultChanged(before: Connection, after: Connection): Promise<void> {
    try {
      const stored = await this.#listTriggers(before);
      for (const { trigger } of stored)
        await updateTrigger(this.#deps, trigger.id, (current) =>
          current.connection === before.id && watchedConnection(current.watch) === undefined
            ? { set: { connection: after.id, ...(isHalted(current) && this.#resumed(current)) } }
            : undefined,
        );
      if (stored.length > 0) this.#deps.wake();
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  #emitStatus(
    type: "connection.expired" | "connection.recovered",
    connection: Connection,
  ): Promise<void> {
    const { id, account, user, app, label, status, reason, version } = connection;
    return this.#parts.emit(account, {
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

  #listTriggers({ id, account }: Connection): Promise<readonly StoredTrigger[]> {
    return this.#deps.triggerStore.list({ account, connection: id, limit: MAX_TRIGGERS });
  }

  async #pauseAll(connection: Connection): Promise<void> {
    const reason = {
      code: "connection_inactive",
      message: `Its connection is ${connection.status}. Restore the connection, and the trigger continues.`,
    };
    for (const { trigger } of await this.#listTriggers(connection))
      await pauseTrigger(this.#deps, trigger.id, reason, {
        // It may follow another default in the meantime.
        when: (current) => current.connection === connection.id,
      });
  }

  async #resumeAll(connection: Connection): Promise<void> {
    const stored = await this.#listTriggers(connection);
    for (const { trigger } of stored)
      await updateTrigger(this.#deps, trigger.id, (current) =>
        isHalted(current) ? { set: this.#resumed(current) } : undefined,
      );
    if (stored.length > 0) this.#deps.wake();
  }

  #resumed(trigger: Trigger): Pick<Trigger, "status" | "reason" | "progress"> {
    const watcher = this.#parts.watcherFor(trigger.watch);
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
