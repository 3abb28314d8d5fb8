import type { Work } from "../../../lib/kit/flow/work.ts";
import type {
  FoundItems,
  StoredTrigger,
  Trigger,
  TriggerProgress,
} from "../../../ports/stores/trigger-store.ts";
import type { Watch } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import type { EventInput } from "../events/create-event.ts";
import type { TriggerSecrets } from "../trigger-secrets.ts";
import type { WatchInput } from "../trigger-types.ts";

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

export interface CheckOptions {
  readonly isByHand?: boolean | undefined;
  /** What reading may take. The rest is left to the next check. */
  readonly work: Work;
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

export interface PrepareOptions<Watched extends Watch = Watch> {
  readonly actor: Actor;
  /** The ID of the new trigger. */
  readonly id: string;
  /** The trigger that is updated, with its cursor. Absent for a new one. */
  readonly previous?:
    | {
        readonly stored: StoredTrigger<Watched>;
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
  prepare(
    watch: Extract<WatchInput, { readonly kind: Watched["kind"] }>,
    options: PrepareOptions<Watched>,
  ): Promise<Preparation>;
  /**
   * Looks for events. Called when the trigger is due, or by a caller, who wants no stored response.
   * Rejects with any error if it can't look. Absent: events arrive by themselves.
   */
  check?(stored: StoredTrigger<Watched>, options: CheckOptions): Promise<CheckResult>;
  /**
   * Sets up and renews what the trigger needs outside, before each check and when it is created.
   * Resolves to the trigger as it is then stored. Rejects with a `CheckFailure` or a `Problem`.
   */
  maintain?(stored: StoredTrigger<Watched>): Promise<StoredTrigger>;
  /** Removes what `maintain` has set up. Rejects with any error if that has to be tried again. */
  stop?(stored: StoredTrigger<Watched>): Promise<void>;
  /** Handles a verified request to the address. Resolves to whether it has no data of its own. */
  notice?(stored: StoredTrigger<Watched>): Promise<boolean>;
  /** The progress of a trigger that is resumed. Default: unchanged. */
  resume?(trigger: Trigger<Watched>): TriggerProgress;
}
