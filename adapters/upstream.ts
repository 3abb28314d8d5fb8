import type { Upstream } from "../core/index.ts";
import { canFetch, createBunDriver, isFetchAvailable } from "./upstream/bun.ts";
import { createConcurrencyLimit } from "./upstream/concurrency-limit.ts";
import { createNodeDriver } from "./upstream/node.ts";

export interface UpstreamOptions {
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
const DEFAULT_MAX_REQUESTS = "Bun" in globalThis ? 240 : 512;

/** The site at an address that the operator has set, private or not: no client names it, and no redirect leads elsewhere. */
export function createHttpUpstream(
  address: string,
  {
    host,
    answerMs = 60_000,
    idleMs = 300_000,
    most = DEFAULT_MAX_REQUESTS,
    waitMs = 10_000,
  }: UpstreamOptions = {},
): Upstream & { close(): void } {
  const url = new URL(address);
  const options = { url, host: host ?? url.host, answerMs, idleMs };
  const nodeDriver = createNodeDriver(options);
  const bunDriver = isFetchAvailable(url) ? createBunDriver(options) : undefined;
  const concurrencyLimit = createConcurrencyLimit(url.host, { most, waitMs });

  return {
    url: url.origin,
    async forward(request) {
      const acquired = concurrencyLimit.acquire(request.client, request.signal);
      const release = acquired instanceof Promise ? await acquired : acquired;
      try {
        const driver = bunDriver && canFetch(request) ? bunDriver : nodeDriver;
        const response = await driver.send(request, release);
        if (!(response.body instanceof ReadableStream)) release();
        return response;
      } catch (error) {
        release();
        throw error;
      }
    },
    close: () => nodeDriver.close(),
  };
}
