import { mayBePrivate } from "../content/live/live-site.ts";
import type { Settings } from "../environment.ts";
import { type Finding, note, ok } from "./report.ts";

/** What is odd about who may ask how much, whose word is taken for it, and who sees the figures. */
export function checkAccess({ publicOrigin, rate, trustedProxies, metrics }: Settings): Finding[] {
  const isPublic = publicOrigin !== undefined && !mayBePrivate(new URL(publicOrigin));
  const findings: Finding[] = [];
  if (isPublic && rate && trustedProxies.length === 0) {
    findings.push(
      note(
        "TRUSTED_PROXIES is not set: behind a proxy, all clients are counted as one and share its rate.",
        "Set it to the proxy's address or range, unless clients connect to this server themselves.",
      ),
    );
  }
  if (trustedProxies.some(([, bits]) => bits === 0)) {
    findings.push(
      note(
        "TRUSTED_PROXIES takes every address for a proxy: any client can say that it is another.",
        "Set it to your proxies' own addresses.",
      ),
    );
  }
  if (!rate && trustedProxies.length > 0)
    findings.push(note("TRUSTED_PROXIES has no use while RATE_LIMIT is off: nobody is counted."));
  if (!rate && isPublic)
    findings.push(
      note(
        "RATE_LIMIT is off: any client may ask as much as it likes.",
        "Leave it off only where the proxy holds clients to a rate.",
      ),
    );
  if (rate && rate.burst < 3)
    findings.push(
      note(
        `RATE_LIMIT lets a client ask ${rate.burst === 1 ? "once" : "twice"} at once: reading the description, searching and reading a page are three.`,
        "Add a larger burst, such as 60/60/20.",
      ),
    );
  if (metrics === "on" && isPublic)
    findings.push(
      note(
        "METRICS is on: anyone can see /metrics, and so how much the site is used.",
        "Set METRICS=loopback, or have the proxy keep /metrics to itself.",
      ),
    );
  return findings.length > 0
    ? findings
    : [ok("Nothing is odd about RATE_LIMIT, TRUSTED_PROXIES and METRICS.")];
}
