import process from "node:process";
import ipaddr from "ipaddr.js";
import { isLoopback } from "../../core/lib/kit/net/loopback.ts";
import type { MetricFamily } from "../../core/lib/kit/text/exposition.ts";
import type { ProcessMetrics } from "../../core/ports/process-metrics.ts";
import type { HttpRequest, SiteOptions } from "../../core/site.ts";
import { runtimeName } from "../runtime/runtimes.ts";

/** Reads the metrics of this process from the runtime. */
export const createProcessMetrics = (): ProcessMetrics => ({
  runtime: runtimeName,
  startedSeconds: performance.timeOrigin / 1000,
  residentBytes: () => process.memoryUsage().rss,
});

type MetricsOptions = NonNullable<SiteOptions["metrics"]>;

/** Adds the metrics of a service to those of the process. */
export const addFamilies = (
  metrics: MetricsOptions,
  families: () => readonly MetricFamily[],
): MetricsOptions => ({
  ...metrics,
  families: () => [...families(), ...(metrics.families?.() ?? [])],
});

/** Headers that proxies add to forwarded requests. */
export const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/**
 * Whether a request comes from this machine: the peer and the requested host are loopback, and no
 * proxy added a header.
 */
export function isLocalRequest(request: HttpRequest): boolean {
  const { url, headers } = request;
  const peer = request.peerAddress?.();
  if (peer === undefined || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== "loopback")
    return false;
  return (
    isLoopback(new URL(url).hostname) &&
    FORWARDING_HEADERS.every((name) => headers.get(name) === null)
  );
}
