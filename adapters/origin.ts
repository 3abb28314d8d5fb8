import type { Origin } from "../core/index.ts";
import { byBun, isForFetch, mayFetch } from "./origin/by-bun.ts";
import { byNode } from "./origin/by-node.ts";
import { createPlaces } from "./origin/places.ts";

export interface OriginOptions {
  /** What Host says; the origin's own by default. */
  readonly host?: string | undefined;
  /** Until its headers are there; 60,000 milliseconds by default. */
  readonly answerMs?: number;
  /** From one piece of a body to the next; 300,000 milliseconds by default. */
  readonly idleMs?: number;
  /** The most requests that are out at once, each on a connection of its own; 512 by default, on Bun 240. */
  readonly most?: number;
  /** How long a request waits for another to end, where so many are out; 10,000 milliseconds by default. */
  readonly waitMs?: number;
}

/** Bun has 256 for the whole process, and lets others wait without end. */
const MOST = "Bun" in globalThis ? 240 : 512;

/** The site at an address that the operator has set, private or not: no client names it, and no redirect leads elsewhere. */
export function httpOrigin(
  address: string,
  { host, answerMs = 60_000, idleMs = 300_000, most = MOST, waitMs = 10_000 }: OriginOptions = {},
): Origin & { close(): void } {
  const url = new URL(address);
  const options = { url, host: host ?? url.host, answerMs, idleMs };
  const usual = byNode(options);
  const fetching = mayFetch(url) ? byBun(options) : undefined;
  const places = createPlaces(url.host, { most, waitMs });

  return {
    url: url.origin,
    async pass(request) {
      const taken = places.take(request.client, request.signal);
      const over = taken instanceof Promise ? await taken : taken;
      try {
        const driver = fetching && isForFetch(request) ? fetching : usual;
        const answer = await driver.ask(request, over);
        if (!(answer.body instanceof ReadableStream)) over();
        return answer;
      } catch (error) {
        over();
        throw error;
      }
    },
    close: () => usual.close(),
  };
}
