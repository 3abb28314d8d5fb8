import type {
  FoundItems,
  StoredTrigger,
  Trigger,
  TriggerProgress,
} from "../../../ports/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { EventInput } from "../accept-events.ts";
import type { TriggerSecrets } from "../trigger-secrets.ts";
import type { Watch } from "../trigger-types.ts";

/** What watching something needs, before the trigger is stored. */
export interface Preparation {
  /** What to store, without secrets. */
  readonly watch: Watch;
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  readonly progress: TriggerProgress;
  readonly cursor?: string | undefined;
  readonly secrets?: Pick<TriggerSecrets, "address" | "signing"> | undefined;
  /** The new secret of the address, if Jackfield created it. */
  readonly newSecret?: string | undefined;
  /** What the trigger would have fired for. */
  readonly samples?: readonly EventInput[] | undefined;
  /** What the trigger fires for at once. */
  readonly backfill?: readonly EventInput[] | undefined;
}

/** What a check has found. */
export interface CheckResult {
  readonly events: readonly EventInput[];
  readonly progress: TriggerProgress;
  readonly cursor?: string | undefined;
  /** Why the trigger has nothing more to watch. */
  readonly finished?: string | undefined;
  /** What the trigger may have missed. */
  readonly gap?: string | undefined;
}

export interface PrepareOptions {
  readonly actor: Actor;
  /** The ID of the new trigger. */
  readonly id: string;
  /** The trigger that is updated, with its cursor. Absent for a new one. */
  readonly previous?:
    | {
        readonly stored: StoredTrigger;
        readonly secrets: TriggerSecrets;
        readonly found?: FoundItems | undefined;
        /** Whether to keep what it has seen. Absent: the caller didn't say. */
        readonly seenItems?: "keep" | "restart" | undefined;
      }
    | undefined;
}

/** Watches one kind of thing. */
export interface Watcher<Watched extends Watch> {
  /**
   * Validates what to watch, and reads its initial state. Rejects with a `Problem` if it can't be
   * watched.
   */
  prepare(watch: Watched, options: PrepareOptions): Promise<Preparation>;
  /**
   * Looks for events. Called when the trigger is due, or by a caller. Rejects with any error if it
   * can't look. Absent: events arrive by themselves.
   */
  check?(stored: StoredTrigger): Promise<CheckResult>;
  /** The progress of a trigger that is resumed. Default: unchanged. */
  resume?(trigger: Trigger): TriggerProgress;
}
