import { setImmediate } from "node:timers/promises";
import { createGrouped } from "../../core/lib/kit/flow/grouped.ts";
import type {
  AcceptRequest,
  AcceptResult,
  EventStore,
} from "../../core/ports/stores/event-store.ts";

/** The most requests that share a transaction. */
const MAX_TOGETHER = 50;

type Accept = EventStore["accept"];

/**
 * Wraps the `accept` of a store so that the events of one trigger are accepted together if they arrive
 * at the same moment, or while others are being stored. Each acceptance changes the trigger's row, so
 * they would wait for each other anyway, with a commit for each.
 */
export function createAcceptTogether(accept: Accept): Accept {
  const open = new Map<string, { readonly accept: Accept; users: number }>();
  return async (request) => {
    // A new state of the trigger is stored only if nothing else has changed it.
    if (request.save) return accept(request);
    const { id, revision } = request.trigger;
    const key = `${id} ${revision}`;
    const shared = open.get(key) ?? {
      accept: createGrouped((requests: readonly AcceptRequest[]) => acceptAll(accept, requests), {
        max: MAX_TOGETHER,
        gather: setImmediate,
      }),
      users: 0,
    };
    open.set(key, shared);
    shared.users++;
    try {
      return await shared.accept(request);
    } finally {
      shared.users--;
      if (shared.users === 0) open.delete(key);
    }
  };
}

async function acceptAll(
  accept: Accept,
  requests: readonly AcceptRequest[],
): Promise<readonly AcceptResult[]> {
  const [first] = requests;
  if (!first) return [];
  const result = await accept({
    ...first,
    events: requests.flatMap(({ events }) => events),
    now: Math.max(...requests.map(({ now }) => now)),
    keepData: Math.max(...requests.map(({ keepData }) => keepData)),
  });
  if (result.outcome === "stale") return requests.map(() => result);
  const isAccepted = new Set(result.accepted);
  const duplicates = [...result.duplicates];
  return requests.map(({ events }) => {
    const ids = events.map(({ event }) => event.id);
    const accepted = ids.filter((id) => isAccepted.has(id));
    return {
      ...result,
      accepted,
      duplicates: duplicates.splice(0, ids.length - accepted.length),
    };
  });
}
