import type { Problem } from "../../core/index.ts";
import { isOutboundFailure, type OutboundCode } from "../../core/ports/outbound.ts";

const FIXES: Partial<Record<OutboundCode, string>> = {
  unresolvable: "Look at the host's name in SITE_CONTENT, and whether this machine's DNS knows it.",
  blocked_address:
    "A public name that leads inside is refused: set SITE_CONTENT to the inner name or address itself.",
  blocked_url: "Set SITE_CONTENT to the https address itself.",
  left_origin: "Set SITE_CONTENT to the address that it redirects to.",
  timeout: "Look at why the site is slow, and try again.",
  too_large: "A sitemap has at most 50 MB: split it, and list the parts in an index.",
};

const CONNECTION_REFUSED =
  "Nothing listens there: look at the address and its port, and whether the site is up.";
const UNTRUSTED_CERTIFICATE =
  "The site's certificate is not accepted here: renew it, name all of its hosts in it, or have this machine trust who signed it.";
const DEFAULT_FIX =
  "Ask for that address with curl from this machine, and set SITE_CONTENT to one that answers.";

/** What to do about a site that can't be read, by why. */
export function suggestFix({ message, cause }: Problem): string {
  if (isOutboundFailure(cause) && cause.code === "unreachable")
    return /ECONNREFUSED/.test(message)
      ? CONNECTION_REFUSED
      : /CERT|SSL|TLS|SELF_SIGNED|SIGNATURE|ISSUER/i.test(message)
        ? UNTRUSTED_CERTIFICATE
        : DEFAULT_FIX;
  if (isOutboundFailure(cause)) return FIXES[cause.code] ?? DEFAULT_FIX;
  if (/ answers 40[13]\./.test(message))
    return "The site refuses this service: let the User-Agent jackfield through.";
  if (/ answers (429|5\d\d)\./.test(message))
    return "The site fails by itself: look at its own log.";
  return DEFAULT_FIX;
}
