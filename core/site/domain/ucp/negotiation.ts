import { CAPABILITIES, type Capability, type UcpVersion } from "./versions.ts";

/** What a platform's profile says, as far as it matters here. */
export interface PlatformProfile {
  readonly version: string;
  /** The versions of each capability. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>;
}

/** A profile that was fetched, if that is what it is. */
export function readProfile(text: string): PlatformProfile | undefined {
  const { ucp } = objectOf(jsonOf(text));
  const { version, capabilities = {} } = objectOf(ucp);
  if (typeof version !== "string" || !isObject(capabilities)) return undefined;
  const named = Object.entries(capabilities).map(
    ([name, entries]) => [name, versionsOf(entries)] as const,
  );
  if (named.some(([, versions]) => versions === undefined)) return undefined;
  return { version, capabilities: new Map(named as [string, string[]][]) };
}

/** What both sides can do, at the version that is spoken (overview, "Intersection Algorithm"): no extension is served that could be left over. */
export const sharedCapabilities = (
  { capabilities }: PlatformProfile,
  version: UcpVersion,
): readonly Capability[] =>
  CAPABILITIES.filter((name) => capabilities.get(name)?.includes(version));

function versionsOf(entries: unknown): string[] | undefined {
  const versions = Array.isArray(entries)
    ? entries.map((entry) => objectOf(entry)["version"])
    : [undefined];
  return versions.every((version) => typeof version === "string") ? versions : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
