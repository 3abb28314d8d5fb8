import { registrableDomain } from "../../../core/lib/kit/net/registrable-domain.ts";
import type { Outbound } from "../../../core/ports/outbound.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { type Finding, note } from "../../runtime/finding.ts";
import { createHostCheck } from "../../services/allowed-hosts.ts";

/** Returns the host with www for a domain, and the domain for its host with www. */
export function findOtherHost(origin: string): string | undefined {
  const { host, hostname } = new URL(origin);
  if (!/[a-z]/.test(hostname.split(".").at(-1) ?? "")) return undefined;
  const domain = registrableDomain(hostname);
  if (!domain.includes(".")) return undefined;
  if (hostname === domain) return `www.${host}`;
  return hostname === `www.${domain}` ? host.slice("www.".length) : undefined;
}

/**
 * Reports a host with or without www that leads to this server too, but that the server rejects.
 * `isThisServer` receives a response to /healthz.
 */
export async function checkOtherHost(
  { hosts }: Pick<SiteServiceSettings, "hosts">,
  origin: string,
  client: Outbound,
  isThisServer: (status: number, text: string) => boolean,
): Promise<Finding[]> {
  const otherHost = findOtherHost(origin);
  if (!otherHost || createHostCheck(origin, hosts)(otherHost)) return [];
  const url = `${new URL(origin).protocol}//${otherHost}`;
  try {
    const response = await client.fetch(`${url}/healthz`, { timeoutMs: 5_000, redirects: 0 });
    if (!isThisServer(response.status, await response.text())) return [];
  } catch {
    // Nothing is there.
    return [];
  }
  return [
    note(
      `${url} leads to this server too, which rejects it with 421.`,
      `Set SITE_HOSTS=${[...hosts, otherHost].join(",")}, or redirect ${otherHost} to SITE_URL.`,
    ),
  ];
}
