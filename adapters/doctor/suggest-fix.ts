import { ownValue } from "../../core/lib/kit/json/json-access.ts";
import {
  type ConnectionFailure,
  isOutboundFailure,
  type OutboundCode,
} from "../../core/ports/outbound.ts";
import type { Problem } from "../../core/site.ts";

const FIXES: Partial<Record<OutboundCode, string>> = {
  unresolvable: "Check the host name in SITE_CONTENT, and whether this machine can resolve it.",
  blocked_address:
    "Set SITE_CONTENT to the internal name or address. Public names that lead to private addresses are blocked.",
  blocked_url: "Set SITE_CONTENT to the https URL itself.",
  left_origin: "Set SITE_CONTENT to the URL that it redirects to.",
  timeout: "Find out why the site is slow, then try again.",
  too_large:
    "Split the sitemap, which may have at most 50 MB, and list the parts in a sitemap index.",
};

const CONNECTION_FIXES: Record<ConnectionFailure, string> = {
  refused: "Check the address and its port, and whether the site is running.",
  tls: "Renew the certificate, add all hosts of the site to it, or make this machine trust its issuer.",
};
const DEFAULT_FIX =
  "Request that URL with curl from this machine, and set SITE_CONTENT to one that responds.";

/** Suggests what to do about a site that can't be read. */
export function suggestFix({ cause }: Pick<Problem, "cause">): string {
  if (isOutboundFailure(cause)) {
    const { code, connection } = cause;
    return (connection ? CONNECTION_FIXES[connection] : FIXES[code]) ?? DEFAULT_FIX;
  }
  // The site's HTTP status, if it responded.
  const status = Number(ownValue(cause, "status"));
  if (status === 401 || status === 403)
    return "Let requests with the User-Agent jackfield through.";
  return status === 429 || status >= 500 ? "Check the logs of the site." : DEFAULT_FIX;
}
