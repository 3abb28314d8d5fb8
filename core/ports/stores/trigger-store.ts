import type { Job, JobKind } from "../job-queue.ts";
import type { Action, TriggerKind, Watch } from "../trigger-definition.ts";
import type { AuditEntry } from "./audit-log.ts";

/** Checks of triggers: schedules and polls. The key of a job is the ID of its trigger. */
export const TRIGGER_JOBS: JobKind = { name: "trigger" };

/** `deleting`: its subscription at the app has to be removed first. Lists and counts leave it out. */
type TriggerStatus = "active" | "failing" | "paused" | "deleting";

/** Why a trigger has its status, or why a check failed. */
interface TriggerReason {
  readonly code: string;
  readonly message: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** An action of a trigger, without its secrets. */
export interface StoredAction {
  /** Its position, from `1`. */
  readonly id: string;
  readonly status: "active" | "paused";
  /** RFC 3339, UTC: the first of its deliveries that failed for good since one succeeded. */
  readonly failingSince?: string | undefined;
  readonly action: Action;
}

/** How a list is read. The members are JSON Pointers. */
export interface FoundItems {
  readonly items: string;
  readonly id: string;
  /** Absent: the whole item is compared. */
  readonly changed?: string | undefined;
}

/** What checks of a trigger have learned. */
export interface TriggerProgress {
  /** When the next check is due, in milliseconds since 1970. The store adds a job for it. */
  readonly due?: number | undefined;
  /** RFC 3339, UTC. */
  readonly checked?: string | undefined;
  /** Checks since the last event. */
  readonly quiet?: number | undefined;
  /** Failed checks since the last successful one. */
  readonly failures?: number | undefined;
  /** RFC 3339, UTC: the first of these failures. */
  readonly failingSince?: string | undefined;
  readonly lastError?: TriggerReason | undefined;
  readonly found?: FoundItems | undefined;
  /** The number of items in the cursor. */
  readonly seen?: number | undefined;
}

/** The subscription of a trigger at an app. */
export interface TriggerSubscription {
  /** `starting` until the app has confirmed it. */
  readonly status: "starting" | "active";
  /** The app's ID of the subscription. */
  readonly id?: string | undefined;
  /** More that requests to the app need. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** When the app ends it, in milliseconds since 1970. */
  readonly expires?: number | undefined;
  /** When it was last created, renewed or found. */
  readonly confirmed?: number | undefined;
}

/** An MCP client that subscribed to the events of a trigger (SEP-3415). */
export interface Subscriber {
  /** `sub_` and 32 hexadecimal digits, derived from the key, the URL, the name and the arguments. */
  readonly id: string;
  /** The ID of the API key or the person that it belongs to. */
  readonly key: string;
  /** The name of the event type. */
  readonly name: string;
  /** Absent if the client polls. */
  readonly url?: string | undefined;
  /** Paused: the destination no longer exists. */
  readonly status: "active" | "paused";
  /** When it ends unless the client refreshes it, in milliseconds since 1970. */
  readonly until: number;
}

/** A trigger, without its secrets and its cursor. */
export interface Trigger<Watched extends Watch = Watch> {
  /** `trg_` and 32 hexadecimal digits that sort by time. */
  readonly id: string;
  readonly account: string;
  /** The end user that it belongs to. Absent: the account itself. */
  readonly user?: string | undefined;
  /** The ID of the API key or the person that the actions run for. */
  readonly key: string;
  readonly name: string;
  readonly kind: Watched["kind"];
  readonly watch: Watched;
  readonly app?: string | undefined;
  /**
   * The apps to which its maker was limited, for a trigger that watches Jackfield itself. It never
   * receives events of other apps. Absent: all apps.
   */
  readonly onlyApps?: readonly string[] | undefined;
  /** The ID of the connection that it watches with. */
  readonly connection?: string | undefined;
  readonly filter?: string | undefined;
  /** Empty: the trigger exists only for its subscribers. */
  readonly actions: readonly StoredAction[];
  readonly subscribers?: readonly Subscriber[] | undefined;
  readonly subscription?: TriggerSubscription | undefined;
  readonly order: "none" | "serial";
  readonly maxPerMinute: number;
  readonly status: TriggerStatus;
  readonly reason?: TriggerReason | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly progress: TriggerProgress;
  /** Increases with each update by a caller. */
  readonly version: number;
  /** Increases with each change, also of the progress. */
  readonly revision: number;
  /** RFC 3339, UTC. */
  readonly created: string;
  readonly updated: string;
}

export interface StoredTrigger<Watched extends Watch = Watch> {
  readonly trigger: Trigger<Watched>;
  readonly encryptedSecrets?: string | undefined;
  /** When the last event was accepted, in milliseconds since 1970. */
  readonly lastEvent?: number | undefined;
}

/** The idempotency key of a creation. */
export interface TriggerClaim {
  /** A digest of the owner and the idempotency key. */
  readonly key: string;
  /** A digest of the inputs. */
  readonly request: string;
}

/** The most triggers of an account, and of each of its end users. */
export interface TriggerCounts {
  readonly perAccount: number;
  readonly perUser: number;
}

/** The most live subscriptions of an API key or a person. */
export interface SubscriptionLimit {
  readonly key: string;
  readonly max: number;
  /** Milliseconds since 1970. Subscriptions that have ended by then don't count. */
  readonly at: number;
}

type AddTriggerResult =
  | { readonly outcome: "added" }
  /** The account or the end user has as many triggers as it may have. */
  | { readonly outcome: "full"; readonly of: "account" | "user" }
  /** A trigger was created with the same key. */
  | { readonly outcome: "existing"; readonly stored: StoredTrigger; readonly request: string };

export interface TriggerFilter {
  readonly account: string;
  /** Absent: of every end user and of the account itself. `null`: of the account itself. */
  readonly user?: string | null | undefined;
  readonly kind?: TriggerKind | undefined;
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  readonly status?: TriggerStatus | undefined;
  /** Only triggers all of whose `triggerApps` are among these. */
  readonly apps?: readonly string[] | undefined;
  /** Only triggers with a smaller ID. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What is saved besides the trigger. Absent members stay as they are. */
export interface TriggerChange {
  readonly encryptedSecrets?: string | undefined;
  /** What a poll remembers of the list. */
  readonly cursor?: string | undefined;
  readonly entry?: AuditEntry | undefined;
}

/** In a list of apps: whatever app. No app has this ID, so a caller limited to apps never has it. */
export const ANY_APP = "*";

/** The app of a tool. */
export const appOf = ({ tool }: { readonly tool: string }): string =>
  tool.slice(0, Math.max(0, tool.indexOf(".")));

/** The apps whose tools the actions of a trigger run. */
export const actionApps = ({ actions }: Pick<Trigger, "actions">): readonly string[] =>
  actions.flatMap(({ action }) => (action.kind === "run" ? [appOf(action)] : []));

/** The apps that a trigger receives events of. */
const sourceApps = ({
  kind,
  app,
  onlyApps = [ANY_APP],
}: Pick<Trigger, "kind" | "app" | "onlyApps">): readonly string[] => {
  if (kind === "platform") return onlyApps;
  return app === undefined ? [] : [app];
};

/** The apps of which a trigger receives events, or whose tools it runs. */
export const triggerApps = (trigger: Trigger): readonly string[] => [
  ...new Set([...sourceApps(trigger), ...actionApps(trigger)]),
];

/** How many triggers `listByRouting` returns at most. */
export const ROUTED_PAGE = 1_000;

/**
 * Stores triggers. Each method is atomic, also across processes, and commits the jobs of a change
 * with it. Methods reject with any error if the storage fails.
 */
export interface TriggerStore {
  /** Adds a trigger, unless one was created with the same claim. */
  add(
    trigger: Trigger,
    options: TriggerChange & {
      /** A digest of its address. */
      readonly address?: string | undefined;
      readonly claim?: TriggerClaim | undefined;
      /** Counted in the same transaction. Absent: no limit. */
      readonly max?: TriggerCounts | undefined;
    },
  ): Promise<AddTriggerResult>;
  find(id: string): Promise<StoredTrigger | undefined>;
  /** Finds the trigger with an address, by the digest of the address. */
  findByAddress(digest: string): Promise<StoredTrigger | undefined>;
  /** Finds the trigger that was created with a claim, by the key of the claim. */
  findByClaim(key: string): Promise<StoredTrigger | undefined>;
  findCursor(id: string): Promise<string | undefined>;
  /** Returns matching triggers, newest first. */
  list(filter: TriggerFilter): Promise<readonly StoredTrigger[]>;
  /**
   * Returns the triggers of kind `app` of the active connections to an app with a `routing`, of all
   * accounts, by ID from the first one after `after`. At most `ROUTED_PAGE`.
   */
  listByRouting(
    app: string,
    routing: string,
    after?: string | undefined,
  ): Promise<readonly StoredTrigger[]>;
  count(account: string, user: string | null | undefined): Promise<number>;
  /**
   * Saves a trigger whose `revision` is one more than the stored one. Returns whether it was.
   */
  save(trigger: Trigger, change?: TriggerChange): Promise<boolean>;
  /**
   * Saves a trigger like `save`, unless the key would have more than `limit.max` subscriptions then.
   */
  saveSubscribers(
    trigger: Trigger,
    change: { readonly encryptedSecrets: string; readonly limit?: SubscriptionLimit | undefined },
  ): Promise<"saved" | "stale" | "full">;
  /**
   * Deletes a trigger and cancels its events in progress. Returns whether it existed, and still had
   * `revision` if that is given.
   */
  remove(
    id: string,
    options?: { readonly entry?: AuditEntry | undefined; readonly revision?: number | undefined },
  ): Promise<boolean>;
  /** Adds the missing jobs of triggers that are due before a time (milliseconds since 1970). */
  addMissingJobs(before: number): Promise<void>;
}

/** Returns the job of a trigger that has a check ahead. */
export const createTriggerJob = ({ id, progress }: Trigger): Job | undefined =>
  progress.due === undefined
    ? undefined
    : { kind: TRIGGER_JOBS.name, key: id, due: progress.due, body: "{}" };
