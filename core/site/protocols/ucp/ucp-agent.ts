import { parseDictionary, serializeDictionary } from "structured-headers";
import { isLoopback } from "../../../lib/kit/net/loopback.ts";

/**
 * Returns the URL of the platform's profile: the string `profile` in the structured dictionary
 * UCP-Agent (RFC 8941). Returns undefined if the header is invalid or the value isn't an https URL.
 * With `allowsLocal`, http URLs of this machine are valid too. URLs with a user name or password
 * are never valid.
 */
export function parseProfileUrl(header: string, allowsLocal = false): URL | undefined {
  const profile = readProfile(header);
  const url = typeof profile === "string" ? URL.parse(profile) : null;
  if (!url || url.username || url.password) return undefined;
  const isLocal = url.protocol === "http:" && isLoopback(url.hostname);
  return url.protocol === "https:" || (allowsLocal && isLocal) ? url : undefined;
}

/** Creates the header UCP-Agent of a profile URL. Any other text gives an invalid header. */
export function formatUcpAgent(profile: string): string {
  const url = URL.parse(profile);
  return url ? serializeDictionary({ profile: [url.href, new Map()] }) : "invalid";
}

function readProfile(header: string): unknown {
  try {
    return parseDictionary(header).get("profile")?.[0];
  } catch {
    return undefined;
  }
}
