import { type Site, serviceUrl } from "./site.ts";

/** Where it is (RFC 9116 §3). */
export const SECURITY_PATH = "/.well-known/security.txt";

/** The text of security.txt, of a site that names a contact. It expires at the beginning of a month, half a year ahead or a little less. */
export function securityText(
  site: Site,
  { contact, policy }: NonNullable<Site["security"]>,
  now: Date,
): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1))
    .toISOString()
    .replace(".000Z", "Z");
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    `Canonical: ${serviceUrl(site, SECURITY_PATH)}`,
    ...(policy ? [`Policy: ${policy}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
