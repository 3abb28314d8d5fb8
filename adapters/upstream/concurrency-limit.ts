import { outboundFailure } from "../../core/ports/outbound.ts";

/** How many may ask the origin at once, and how long others wait for one of them to end. */
export interface ConcurrencyLimitOptions {
  /** The most exchanges at once. */
  readonly most: number;
  /** Milliseconds until whoever waits is refused. */
  readonly waitMs: number;
}

/** Gives places, of which there are so many. */
export interface ConcurrencyLimit {
  /**
   * Resolves with what gives the place back, to be called once or more often; rejects with the `OutboundFailure` "busy" where
   * none becomes free in time, "aborted" where the client goes first. One client has half of the places at most.
   */
  acquire(client: string, signal: AbortSignal): Promise<() => void> | (() => void);
}

interface QueuedRequest {
  readonly client: string;
  readonly admit: () => void;
}

/** Keeps exchanges with a host in bounds: who comes first is served first, but for a client that has half of all places. */
export function createConcurrencyLimit(
  host: string,
  { most, waitMs }: ConcurrencyLimitOptions,
): ConcurrencyLimit {
  const maxPerClient = Math.max(Math.ceil(most / 2), 1);
  const activeByClient = new Map<string, number>();
  const queue = new Set<QueuedRequest>();
  let active = 0;

  const hasCapacity = (client: string) =>
    active < most && (activeByClient.get(client) ?? 0) < maxPerClient;

  function start(client: string): () => void {
    active++;
    activeByClient.set(client, (activeByClient.get(client) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active--;
      const remaining = activeByClient.get(client)! - 1;
      if (remaining === 0) activeByClient.delete(client);
      else activeByClient.set(client, remaining);
      for (const next of queue) if (hasCapacity(next.client)) return next.admit();
    };
  }

  return {
    acquire(client, signal) {
      if (hasCapacity(client)) return start(client);
      return new Promise((resolve, reject) => {
        const dequeue = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
          queue.delete(entry);
        };
        const abort = () => (
          dequeue(), reject(outboundFailure("aborted", "The client went away."))
        );
        const timer = setTimeout(
          () => (
            dequeue(),
            reject(
              outboundFailure(
                "busy",
                `${host} has ${active} requests out, and none ended in ${waitMs} ms.`,
              ),
            )
          ),
          waitMs,
        );
        const entry: QueuedRequest = { client, admit: () => (dequeue(), resolve(start(client))) };
        queue.add(entry);
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
      });
    },
  };
}
