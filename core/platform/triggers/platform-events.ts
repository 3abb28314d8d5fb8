import type { Trigger } from "../../ports/trigger-store.ts";
import type { AcceptEvents } from "./accept-events.ts";
import type { PlatformEventType, PlatformWatch, TriggerDeps } from "./trigger-types.ts";

/** Something that happened in Jackfield. */
export interface PlatformEvent {
  readonly type: PlatformEventType;
  /** The deduplication key. */
  readonly key: string;
  readonly subject: string;
  /** The end user that it concerns. Absent: the account itself. */
  readonly user?: string | undefined;
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  /** How many triggers led to it. */
  readonly depth?: number | undefined;
  readonly data: unknown;
}

/** Fires the `platform` triggers of an account. Never rejects. */
export type EmitPlatformEvent = (account: string, event: PlatformEvent) => Promise<void>;

const MAX_TRIGGERS = 1_000;

/** Creates the function that fires `platform` triggers. */
export const createEmitter =
  ({ triggerStore, onError }: TriggerDeps, accept: AcceptEvents): EmitPlatformEvent =>
  async (account, { type, user, app, connection, ...event }) => {
    try {
      const stored = await triggerStore.list({ account, kind: "platform", limit: MAX_TRIGGERS });
      for (const { trigger } of stored)
        if (isWatching(trigger, type) && (trigger.user === undefined || trigger.user === user))
          await accept(trigger, [{ ...event, type, app, connection }]);
    } catch (error) {
      onError(error);
    }
  };

const isWatching = ({ status, watch }: Trigger, type: PlatformEventType): boolean =>
  status === "active" && (watch as unknown as PlatformWatch).types.includes(type);
