import type { components } from "../../../generated/platform/schema.d.ts";
import type { EventRecord } from "../../ports/stores/event-store.ts";
import type { StoredTrigger, TriggerFilter } from "../../ports/stores/trigger-store.ts";
import type { Action, Watch } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import type { EventInput } from "./events/create-event.ts";
import type { TriggerSecrets } from "./trigger-secrets.ts";

/** A request to create a trigger. */
export interface TriggerRequest {
  readonly name: string;
  readonly watch: Watch;
  readonly actions: readonly Action[];
  readonly filter?: string | undefined;
  readonly order: "none" | "serial";
  readonly maxPerMinute: number;
  readonly user?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Changes to a trigger. Absent members stay as they are. */
export interface TriggerUpdate {
  readonly version: number;
  readonly name?: string | undefined;
  readonly watch?: Watch | undefined;
  readonly seenItems?: "keep" | "restart" | undefined;
  readonly actions?: readonly Action[] | undefined;
  /** Empty removes the filter. */
  readonly filter?: string | undefined;
  readonly order?: "none" | "serial" | undefined;
  readonly maxPerMinute?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** A trigger as an actor sees it. */
export interface VisibleTrigger {
  readonly stored: StoredTrigger;
  /** Absent if the actor may not see the address. */
  readonly secrets?: TriggerSecrets | undefined;
}

/** A secret that is shown once. */
export type NewSecret = components["schemas"]["TriggerSecret"];

export interface ChangedTrigger extends VisibleTrigger {
  readonly newSecrets: readonly NewSecret[];
  readonly samples: readonly EventInput[];
}

export interface FireRequest {
  /** Absent: a list is read, or the data of the last event is repeated. */
  readonly data?: { readonly value: unknown } | undefined;
  /** The deduplication key. Default: random. */
  readonly id?: string | undefined;
  readonly isDryRun: boolean;
}

export type TriggerType = components["schemas"]["TriggerType"];
type ActionPreview = components["schemas"]["ActionPreview"];

export type FireResult =
  | {
      readonly isDryRun: false;
      readonly events: readonly EventRecord[];
      readonly duplicates: readonly string[];
    }
  | {
      readonly isDryRun: true;
      /** Absent if a list has nothing new. */
      readonly sample?: EventInput | undefined;
      readonly filter?: "passes" | "rejects" | "fails" | undefined;
      readonly filterError?: string | undefined;
      readonly actions: readonly ActionPreview[];
    };

/**
 * Creates and manages triggers. A key can be limited to one end user and to some apps. Any other
 * trigger is rejected with the `Problem` "trigger_not_found".
 */
export interface TriggerService {
  create(actor: Actor, request: TriggerRequest): Promise<ChangedTrigger>;
  list(
    actor: Actor,
    filter: Omit<TriggerFilter, "account" | "apps" | "user"> & {
      readonly user?: string | undefined;
    },
  ): Promise<readonly VisibleTrigger[]>;
  /** Lists the types of events that an app sends by itself. */
  listAppTypes(app: string): Promise<readonly TriggerType[]>;
  find(actor: Actor, id: string): Promise<VisibleTrigger>;
  /** Finds the trigger that was created by an equal request with the same idempotency key. */
  findExisting(
    actor: Actor,
    request: TriggerRequest & { readonly idempotencyKey: string },
  ): Promise<StoredTrigger | undefined>;
  update(actor: Actor, id: string, update: TriggerUpdate): Promise<ChangedTrigger>;
  remove(actor: Actor, id: string): Promise<void>;
  pause(actor: Actor, id: string, options: { readonly drop: boolean }): Promise<VisibleTrigger>;
  /** The actions run for the actor from now on. */
  resume(actor: Actor, id: string): Promise<VisibleTrigger>;
  rotate(
    actor: Actor,
    id: string,
    options: { readonly secret?: string | undefined; readonly overlapSeconds: number },
  ): Promise<ChangedTrigger>;
  fire(actor: Actor, id: string, request: FireRequest): Promise<FireResult>;
}
