import { isObject, type JsonObject } from "../../../lib/kit/json/json-access.ts";
import { parseJson } from "../../../lib/kit/json/parse-json.ts";
import { CAPABILITIES, type Capability, type UcpVersion } from "./versions.ts";

/** The relevant parts of a UCP platform's profile. */
export interface PlatformProfile {
  readonly version: string;
  /** The supported versions by capability. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>;
}

/** Parses a platform's profile. Returns undefined if the text isn't a profile. */
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

/**
 * Returns the capabilities that both sides support in a version (UCP overview, "Intersection
 * Algorithm"). The site offers no extensions, so none need pruning.
 */
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

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
