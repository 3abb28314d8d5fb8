import { outboundFailure } from "../../core/ports/outbound.ts";

/** How many may ask the origin at once, and how long others wait for one of them to end. */
export interface PlacesOptions {
  /** The most exchanges at once. */
  readonly most: number;
  /** Milliseconds until whoever waits is refused. */
  readonly waitMs: number;
}

/** Gives places, of which there are so many. */
export interface Places {
  /**
   * Resolves with what gives the place back, to be called once or more often; rejects with the `OutboundFailure` "busy" where
   * none becomes free in time, "aborted" where the client goes first. One client has half of the places at most.
   */
  take(client: string, signal: AbortSignal): Promise<() => void> | (() => void);
}

interface Waiting {
  readonly client: string;
  readonly admit: () => void;
}

/** Keeps exchanges with a host in bounds: who comes first is served first, but for a client that has half of all places. */
export function createPlaces(host: string, { most, waitMs }: PlacesOptions): Places {
  const share = Math.max(Math.ceil(most / 2), 1);
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;

  const isFree = (client: string) => all < most && (taken.get(client) ?? 0) < share;

  function occupy(client: string): () => void {
    all++;
    taken.set(client, (taken.get(client) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      all--;
      const left = taken.get(client)! - 1;
      if (left === 0) taken.delete(client);
      else taken.set(client, left);
      for (const next of waiting) if (isFree(next.client)) return next.admit();
    };
  }

  return {
    take(client, signal) {
      if (isFree(client)) return occupy(client);
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
          waiting.delete(one);
        };
        const abort = () => (leave(), reject(outboundFailure("aborted", "The client went away.")));
        const timer = setTimeout(
          () => (
            leave(),
            reject(
              outboundFailure(
                "busy",
                `${host} has ${all} requests out, and none ended in ${waitMs} ms.`,
              ),
            )
          ),
          waitMs,
        );
        const one: Waiting = { client, admit: () => (leave(), resolve(occupy(client))) };
        waiting.add(one);
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
      });
    },
  };
}
