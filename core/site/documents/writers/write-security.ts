import { type Site, serviceUrl } from "../../site.ts";

/** The path of security.txt (RFC 9116 §3). */
export const SECURITY_PATH = "/.well-known/security.txt";

/**
 * Creates the text of security.txt (RFC 9116). It expires on the first day of the sixth month from
 * now.
 */
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
