import process from "node:process";
import ipaddr from "ipaddr.js";
import { type Asked, isLoopback, type ProcessFigures } from "../core/index.ts";
import { runtimeName } from "./runtime/serve.ts";

/** What this runtime says of this process. */
export const processFigures = (): ProcessFigures => ({
  runtime: runtimeName(),
  startedSeconds: performance.timeOrigin / 1000,
  residentBytes: () => process.memoryUsage().rss,
});

/** What proxies add to what they pass on. */
export const PASSED_ON = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** Whether a request comes from this machine itself: by its peer, by the name that it asks for, and through no proxy that says so. */
export function isFromHere(asked: Asked): boolean {
  const { url, headers } = asked;
  const peer = asked.peerAddress?.();
  if (peer === undefined || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== "loopback")
    return false;
  return isLoopback(new URL(url).hostname) && PASSED_ON.every((name) => headers.get(name) === null);
}
