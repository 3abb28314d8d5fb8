import { outboundFailure } from "../../core/ports/outbound.ts";

interface ConcurrencyLimitOptions {
  /** The maximum number of concurrent requests. */
  readonly most: number;
  /** The maximum time that a request waits, in milliseconds. */
  readonly waitMs: number;
}

/** Limits concurrent requests, of which one client can have at most half. */
interface ConcurrencyLimit {
  /**
   * Returns or resolves to a function that releases the capacity. Repeated calls of it have no
   * effect. Rejects with the `OutboundFailure` "busy" after `waitMs`, and with "aborted" if the
   * client disconnects.
   */
  acquire(client: string, signal: AbortSignal): Promise<() => void> | (() => void);
}

interface QueuedRequest {
  readonly client: string;
  readonly admit: () => void;
}

/**
 * Limits concurrent requests to a host. Waiting requests start in order, except those of a client
 * at its limit.
 */
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
      const remaining = (activeByClient.get(client) ?? 1) - 1;
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
        const abort = () => {
          dequeue();
          reject(outboundFailure("aborted", "The client disconnected."));
        };
        const timer = setTimeout(() => {
          dequeue();
          const message = `${host} has ${active} active requests, and none ended within ${waitMs} ms.`;
          reject(outboundFailure("busy", message));
        }, waitMs);
        const entry: QueuedRequest = {
          client,
          admit() {
            dequeue();
            resolve(start(client));
          },
        };
        queue.add(entry);
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
      });
    },
  };
}
