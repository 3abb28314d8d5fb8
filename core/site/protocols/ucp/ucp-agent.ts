import { parseDictionary, serializeDictionary } from "structured-headers";

/**
 * Returns the URL of the platform's profile: the string `profile` in the structured dictionary
 * UCP-Agent (RFC 8941). Returns undefined if the header is invalid or the value isn't an https URL.
 * URLs with a user name or password are also invalid.
 */
export function parseProfileUrl(header: string): URL | undefined {
  const profile = readProfile(header);
  const url = typeof profile === "string" ? URL.parse(profile) : null;
  return url?.protocol === "https:" && !url.username && !url.password ? url : undefined;
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
