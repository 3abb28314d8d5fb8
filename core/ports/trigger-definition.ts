// What a trigger watches and does, as the API and the stores have it. Secrets are stored apart.

/** Watches a clock. Exactly one of `cron`, `every` and `at` is present. */
export interface ScheduleWatch {
  readonly kind: "schedule";
  readonly cron?: string;
  /** An IANA time zone for `cron`. */
  readonly timezone?: string;
  /** Seconds. */
  readonly every?: number;
  /** RFC 3339. */
  readonly at?: string;
  /** What to do about times at which the service didn't run. */
  readonly missed?: "latest" | "all" | "skip";
}

/** Watches the items that a tool lists. */
export interface PollWatch {
  readonly kind: "poll";
  readonly tool: string;
  readonly arguments?: Record<string, unknown>;
  readonly connection?: string;
  /** Seconds. */
  readonly interval?: number;
  readonly adaptive?: boolean;
  /** JSON Pointers: the list in the result, and in each item its ID and what changes with it. */
  readonly items?: string;
  readonly id?: string;
  readonly changed?: string;
  readonly since?: string;
  readonly on?: ("new" | "changed" | "removed")[];
  readonly backfill?: number;
  readonly pages?: number;
}

/** Receives requests at an address of its own. */
export interface WebhookWatch {
  readonly kind: "webhook";
  readonly scheme?: string;
  readonly signing?: "required" | "none";
  readonly each?: string;
}

/** Receives events that an app sends. */
export interface AppWatch {
  readonly kind: "app";
  readonly type: string;
  readonly arguments?: Record<string, unknown>;
  readonly connection?: string;
}

/** Watches Jackfield itself. */
interface PlatformWatch {
  readonly kind: "platform";
  readonly types: PlatformEventType[];
}

export type PlatformEventType =
  | "connection.expired"
  | "connection.recovered"
  | "run.failed"
  | "run.succeeded"
  | "trigger.paused"
  | "trigger.gap"
  | "destination.failing"
  | "subscription.failing";

/** Receives events that programs send with the API. */
interface EventWatch {
  readonly kind: "event";
}

/** What a trigger watches: a `TriggerWatch` of the API, without secrets. */
export type Watch =
  | ScheduleWatch
  | PollWatch
  | WebhookWatch
  | AppWatch
  | PlatformWatch
  | EventWatch;

export type TriggerKind = Watch["kind"];

/** What triggers of a kind watch. */
export type WatchOf<Kind extends TriggerKind> = Extract<Watch, { readonly kind: Kind }>;

/** The ID of the connection that a watch names. */
export const watchedConnection = (watch: Watch): string | undefined =>
  "connection" in watch ? watch.connection : undefined;

/** Runs a tool. */
export interface RunAction {
  readonly kind: "run";
  readonly tool: string;
  /** Values may contain templates of the event. */
  readonly arguments?: Record<string, unknown>;
  readonly connection?: string;
  /** A condition in CEL. */
  readonly when?: string;
  readonly unverified?: "allow" | "refuse";
  /** Seconds. */
  readonly timeout?: number;
}

/** Sends the event to a URL. */
export interface DeliverAction {
  readonly kind: "deliver";
  readonly url: string;
  readonly format?: "standard" | "cloudevents";
  readonly headers?: Record<string, string>;
  /** A condition in CEL. */
  readonly when?: string;
  readonly verify?: boolean;
}

/** What to do with an event: a `TriggerAction` of the API. */
export type Action = RunAction | DeliverAction;
