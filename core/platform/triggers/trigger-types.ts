import type { components } from "../../../generated/platform/schema.d.ts";
import type { AppWebhooks, SharedWebhooks } from "../../lib/app-webhooks/index.ts";
import type { Rate } from "../../lib/kit/flow/rate.ts";
import type { Vault } from "../../lib/vault/index.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import type { ConnectionStore } from "../../ports/stores/connection-store.ts";
import type { EventStore } from "../../ports/stores/event-store.ts";
import type { Trigger, TriggerStore } from "../../ports/stores/trigger-store.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { Actor } from "../auth/actor.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import type { CommandLine } from "../command-line.ts";
import type { ConnectionService } from "../connections/connection-service.ts";
import type { RunConnections, RunService } from "../runs/run-service.ts";
import type { KnownSchemes } from "./webhooks/known-schemes.ts";

type Schemas = components["schemas"];

/** What a trigger is to watch, as callers send it, with its secret. */
export type WatchInput = Schemas["TriggerWatch"];

/** The limits of triggers. */
export interface TriggerLimits {
  /** The most triggers of an account. */
  readonly perAccount: number;
  /** The most triggers of an end user. */
  readonly perUser: number;
  /** The most events of an account whose actions wait. */
  readonly waitingEvents: number;
  /** The most events of one request to a webhook, and of one check. */
  readonly eventsPerRequest: number;
  /** How many actions a process carries out at once. */
  readonly concurrency: number;
  /** For how long the data of events is stored, in days. At most 30. */
  readonly dataDays: number;
}

export const DEFAULT_LIMITS: TriggerLimits = {
  perAccount: 1_000,
  perUser: 100,
  waitingEvents: 100_000,
  eventsPerRequest: 1_000,
  concurrency: 20,
  dataDays: 7,
};

/** How many events triggers may accept or replay. Undefined: any number. */
export interface EventRates {
  readonly trigger?: EventRate | undefined;
  readonly account?: EventRate | undefined;
}

export interface EventRate {
  readonly rate: Rate;
  readonly limiter: RateLimiter;
}

/** The dependencies of the triggers module. */
export interface TriggerDeps {
  /** The public origin of the service, without a slash at the end. */
  readonly origin: string;
  readonly triggerStore: TriggerStore;
  readonly eventStore: EventStore;
  readonly vault: Vault;
  readonly connections: Pick<ConnectionService, "use" | "list"> & RunConnections;
  readonly runs: RunService;
  catalogViewFor(actor: Actor): CatalogView;
  /** Finds an API key that is neither revoked nor expired, or a person who is a member. */
  findActor(account: string, id: string): Promise<Actor | undefined>;
  /** Finds several of them with one query. */
  findActors(account: string, ids: readonly string[]): Promise<readonly Actor[]>;
  /** Reaches public addresses, and those that the operator allows. */
  readonly outbound: Outbound;
  /** Whether the operator allows private addresses at the origin of a URL. */
  isAllowedOrigin(url: string): boolean;
  readonly limits: TriggerLimits;
  readonly eventRates: EventRates;
  /** The signature schemes of senders. */
  readonly schemes: KnownSchemes;
  /** How apps let connections subscribe to their events, by the slug of the app. */
  readonly appWebhooks: ReadonlyMap<string, AppWebhooks>;
  readonly tracer: Tracer;
  /** The apps that send the events of all connections to one address, by slug. */
  readonly sharedWebhooks: ReadonlyMap<string, SharedWebhooks>;
  /** The stored connections, and the secrets of those apps. */
  readonly store: Pick<ConnectionStore, "find" | "findWebhookSecrets" | "saveWebhookSecrets">;
  /** Formats commands of the operator, for hints. */
  readonly commandLine: CommandLine;
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 to 1. */
  random(): number;
  /** Receives errors of background work. */
  onError(error: unknown): void;
  /** Called after a trigger was paused, but not by a caller. */
  onPaused(trigger: Trigger): void;
  /** Called when work of these kinds may have become due, by default of all. */
  wake(kinds?: readonly string[]): void;
}
