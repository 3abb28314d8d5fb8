import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { PlatformEventType } from "../../../ports/trigger-definition.ts";
import { covers } from "../../auth/reach.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { AcceptEvents } from "./accept-events.ts";

/** Something that happened in Jackfield. */
interface PlatformEvent {
  readonly type: PlatformEventType;
  /** The deduplication key. */
  readonly key: string;
  readonly subject: string;
  /** The end user that it concerns. Absent: the account itself. */
  readonly user?: string | undefined;
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  /** All apps that the data concerns. */
  readonly apps: readonly string[];
  /** How many triggers led to it. */
  readonly depth?: number | undefined;
  readonly data: unknown;
}

/**
 * Fires the `platform` triggers of an account whose key or person may see the event. Never rejects.
 */
export type EmitPlatformEvent = (account: string, event: PlatformEvent) => Promise<void>;

const MAX_TRIGGERS = 1_000;

/** Creates the function that fires `platform` triggers. */
export const createEmitter =
  ({ triggerStore, findActor, onError }: TriggerDeps, accept: AcceptEvents): EmitPlatformEvent =>
  async (account, { type, user, app, connection, ...event }) => {
    const reach = { account, user, apps: event.apps };
    /** The limit of the trigger stays, whoever it acts for now. */
    const isFor = async (trigger: Trigger): Promise<boolean> => {
      const limit = { account: trigger.account, user: trigger.user, apps: trigger.onlyApps };
      if (!isWatching(trigger, type) || !covers(limit, reach)) return false;
      const actor = await findActor(account, trigger.key);
      // Without an actor, the event waits until the trigger is resumed for another one.
      return actor === undefined || covers(actor, reach);
    };
    try {
      const stored = await triggerStore.list({ account, kind: "platform", limit: MAX_TRIGGERS });
      for (const { trigger } of stored)
        if (await isFor(trigger)) await accept(trigger, [{ ...event, type, app, connection }]);
    } catch (error) {
      onError(error);
    }
  };

const isWatching = ({ status, watch }: Trigger, type: PlatformEventType): boolean =>
  status === "active" && watch.kind === "platform" && watch.types.includes(type);
