import process from "node:process";
import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import type { SharedSettings } from "../../config/settings.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { MIN_NODE_VERSION } from "../../runtime/node/node-version.ts";
import { currentRuntime, runtimeName } from "../../runtime/runtimes.ts";

/** Checks that Jackfield supports the runtime. */
export function checkRuntime(name = runtimeName, version = process.versions.node): Finding[] {
  if (!name.startsWith("Node") || Number.parseInt(version, 10) >= MIN_NODE_VERSION)
    return [ok(`${name} is supported.`)];
  return [
    problem(
      `${name} is too old for Jackfield.`,
      `Install Node ${MIN_NODE_VERSION} or later from https://nodejs.org.`,
    ),
  ];
}

/**
 * Checks that slow clients can't keep connections open: another machine connects to the service
 * directly only if no proxy is configured.
 */
export function checkSlowClients(
  hostnames: readonly string[],
  { trustedProxies }: Pick<SharedSettings, "trustedProxies">,
  { label, closesSlowConnections } = currentRuntime,
): Finding[] {
  const isReachable = hostnames.some((hostname) => !isLoopback(hostname));
  if (closesSlowConnections || !isReachable || trustedProxies.length > 0) return [];
  return [
    note(
      `${label} can't close the connections of slow clients, and no proxy is configured.`,
      "Use a proxy with timeouts for headers and bodies and set TRUSTED_PROXIES, or use Node or Bun.",
    ),
  ];
}
