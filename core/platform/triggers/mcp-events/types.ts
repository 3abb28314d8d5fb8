import type { Occurrence } from "./occurrence.ts";

/** A type of event with its arguments: what a client polls or subscribes to. */
export interface EventSource {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface PollRequest extends EventSource {
  /** `null`: only events from now on. */
  readonly cursor: string | null;
  readonly maxAgeMs?: number | undefined;
  readonly maxEvents?: number | undefined;
}

export interface PollResult {
  readonly events: readonly Occurrence[];
  readonly cursor: string;
  /** Whether events after the cursor of the request are no longer stored. */
  readonly truncated: boolean;
  readonly hasMore: boolean;
  readonly nextPollMs: number;
}

export interface SubscribeRequest extends EventSource {
  readonly url: string;
  readonly secret: string;
  readonly cursor: string | null;
  readonly maxAgeMs?: number | undefined;
  /** `null`: as long as possible. */
  readonly ttlMs?: number | null | undefined;
}

export interface SubscribeResult {
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly refreshBefore: string;
  readonly cursor: string;
  readonly truncated: boolean;
  readonly deliveryStatus: DeliveryStatus;
}

/** What became of the last delivery of a subscription. */
export interface DeliveryStatus {
  readonly active: boolean;
  readonly lastDeliveryAt: string | null;
  readonly lastError: string | null;
  readonly failedSince: string | null;
}
