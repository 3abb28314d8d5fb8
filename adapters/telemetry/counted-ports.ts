import { isOutboundFailure, type Outbound } from "../../core/ports/outbound.ts";
import type { CheckoutStore } from "../../core/ports/stores/checkout-store.ts";
import type { EventStore } from "../../core/ports/stores/event-store.ts";
import type { RunStore } from "../../core/ports/stores/run-store.ts";
import type { Counters } from "./counters.ts";

/** Counts the runs that finish. */
export const countRuns = (store: RunStore, counters: Counters): RunStore => ({
  ...store,
  async finish(run, options) {
    const isStored = await store.finish(run, options);
    if (isStored) counters.add("runs", [run.status]);
    return isStored;
  },
});

/** Counts the events that are accepted, and those that were accepted before. */
export const countEvents = (store: EventStore, counters: Counters): EventStore => ({
  ...store,
  async accept(request) {
    const result = await store.accept(request);
    if (result.outcome === "stale") return result;
    const { kind } = request.trigger;
    counters.add("events", [kind, "accepted"], result.accepted.length);
    counters.add("events", [kind, "duplicate"], result.duplicates.length);
    return result;
  },
});

/** The states that a checkout reaches after its payment page was opened. */
const LATER_STATES: ReadonlySet<string> = new Set([
  "processing",
  "completed",
  "failed",
  "canceled",
  "expired",
]);

/** Counts checkouts when they are created, and when they reach a later state. */
export const countCheckouts = (store: CheckoutStore, counters: Counters): CheckoutStore => ({
  ...store,
  async addCheckout(checkout) {
    await store.addCheckout(checkout);
    counters.add("checkouts", ["created"]);
  },
  async saveCheckout(checkout) {
    const isSaved = await store.saveCheckout(checkout);
    if (isSaved && LATER_STATES.has(checkout.state)) counters.add("checkouts", [checkout.state]);
    return isSaved;
  },
});

/** Counts requests by the class of their status (`2xx`), or by why they failed. */
export const countOutbound = <Client extends Outbound>(
  client: Client,
  counters: Counters,
): Client => ({
  ...client,
  async fetch(url: string, options?: Parameters<Outbound["fetch"]>[1]) {
    try {
      const response = await client.fetch(url, options);
      counters.add("outbound", [`${Math.floor(response.status / 100)}xx`]);
      return response;
    } catch (error) {
      counters.add("outbound", [isOutboundFailure(error) ? error.code : "error"]);
      throw error;
    }
  },
});
