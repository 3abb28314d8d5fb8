import { CAPABILITIES, type Capability, type UcpVersion } from "./versions.ts";

/** What a platform's profile says, as far as it matters here. */
export interface PlatformProfile {
  readonly version: string;
  /** The versions of each capability. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>;
}

/** A profile that was fetched, if that is what it is. */
export function parseProfile(text: string): PlatformProfile | undefined {
  const { ucp } = asObject(parseJson(text));
  const { version, capabilities = {} } = asObject(ucp);
  if (typeof version !== "string" || !isObject(capabilities)) return undefined;
  const versionsByName = Object.entries(capabilities).map(
    ([name, entries]) => [name, parseVersions(entries)] as const,
  );
  if (versionsByName.some(([, versions]) => versions === undefined)) return undefined;
  return { version, capabilities: new Map(versionsByName as [string, string[]][]) };
}

/** What both sides can do, at the version that is spoken (overview, "Intersection Algorithm"): no extension is served that could be left over. */
export const sharedCapabilities = (
  { capabilities }: PlatformProfile,
  version: UcpVersion,
): readonly Capability[] =>
  CAPABILITIES.filter((name) => capabilities.get(name)?.includes(version));

function parseVersions(entries: unknown): string[] | undefined {
  const versions = Array.isArray(entries)
    ? entries.map((entry) => asObject(entry)["version"])
    : [undefined];
  return versions.every((version) => typeof version === "string") ? versions : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
