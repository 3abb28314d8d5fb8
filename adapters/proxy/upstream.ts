import type { Upstream } from "../../core/ports/upstream.ts";
import { currentRuntime } from "../runtime/runtimes.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

interface UpstreamOptions {
  /** The Host header. Default: the host of the address. */
  readonly host?: string | undefined;
  /** The timeout for response headers, in milliseconds. Default: 60,000. */
  readonly answerMs?: number;
  /** The timeout for the next chunk of a body, in milliseconds. Default: 300,000. */
  readonly idleMs?: number;
  /**
   * The maximum number of concurrent requests, each on its own connection. Default: the maximum
   * of the runtime.
   */
  readonly most?: number;
  /** How long a request waits if there are too many, in milliseconds. Default: 10,000. */
  readonly waitMs?: number;
}

/**
 * Creates the connection to the upstream, whose address may be private. Redirects are returned and
 * not followed.
 */
export function createHttpUpstream(
  address: string,
  {
    host,
    answerMs = 60_000,
    idleMs = 300_000,
    most = currentRuntime.maxUpstreamRequests,
    waitMs = 10_000,
  }: UpstreamOptions = {},
): Upstream & { close(): void } {
  const url = new URL(address);
  const driver = currentRuntime.createUpstreamDriver({
    url,
    host: host ?? url.host,
    answerMs,
    idleMs,
  });
  const concurrencyLimit = createConcurrencyLimit(url.host, { most, waitMs });

  return {
    url: url.origin,
    async forward(request) {
      const acquired = concurrencyLimit.acquire(request.client, request.signal);
      const release = acquired instanceof Promise ? await acquired : acquired;
      try {
        const response = await driver.send(request, release);
        if (!(response.body instanceof ReadableStream)) release();
        return response;
      } catch (error) {
        release();
        throw error;
      }
    },
    close: () => driver.close(),
  };
}
