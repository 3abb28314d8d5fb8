import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { mayBePrivate } from "../../content/live/live-site.ts";
import { type Finding, note, ok } from "../../runtime/finding.ts";

/** Checks the rate limits, the trusted proxies and the access to metrics. */
export function checkAccess({
  publicOrigin,
  rate,
  trustedProxies,
  metrics,
}: SiteServiceSettings): Finding[] {
  const isPublic = publicOrigin !== undefined && !mayBePrivate(new URL(publicOrigin));
  const findings: Finding[] = [];
  if (isPublic && rate && trustedProxies.length === 0) {
    findings.push(
      note(
        "TRUSTED_PROXIES is not set. Behind a proxy, all clients share one rate limit.",
        "Set it to the address or range of your proxy, unless clients connect directly.",
      ),
    );
  }
  if (trustedProxies.some(([, bits]) => bits === 0)) {
    findings.push(
      note(
        "TRUSTED_PROXIES trusts every address, so any client can claim another's address.",
        "Set it to the addresses of your proxies.",
      ),
    );
  }
  if (!rate && trustedProxies.length > 0)
    findings.push(note("TRUSTED_PROXIES has no effect on the rate limit while RATE_LIMIT is off."));
  if (!rate && isPublic)
    findings.push(
      note(
        "RATE_LIMIT is off. Any client can send unlimited requests.",
        "Leave it off only if your proxy limits requests.",
      ),
    );
  if (rate && rate.burst < 3)
    findings.push(
      note(
        `RATE_LIMIT allows ${rate.burst === 1 ? "one request" : "two requests"} at once. An agent needs three: site description, search and page.`,
        "Add a larger burst, such as 60/60/20.",
      ),
    );
  if (metrics === "on" && isPublic)
    findings.push(
      note(
        "METRICS is on. Anyone can read /metrics and see how much the site is used.",
        "Set METRICS=loopback, or block /metrics in your proxy.",
      ),
    );
  return findings.length > 0
    ? findings
    : [ok("RATE_LIMIT, TRUSTED_PROXIES and METRICS have no issues.")];
}
