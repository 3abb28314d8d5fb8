import process from "node:process";
import ipaddr from "ipaddr.js";
import { type HttpRequest, isLoopback, type ProcessMetrics } from "../core/index.ts";
import { runtimeName } from "./runtime/serve.ts";

/** What this runtime says of this process. */
export const createProcessMetrics = (): ProcessMetrics => ({
  runtime: runtimeName(),
  startedSeconds: performance.timeOrigin / 1000,
  residentBytes: () => process.memoryUsage().rss,
});

/** What proxies add to what they pass on. */
export const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** Whether a request comes from this machine itself: by its peer, by the name that it asks for, and through no proxy that says so. */
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
