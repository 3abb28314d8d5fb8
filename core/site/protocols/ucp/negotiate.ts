import type { Context } from "../../contract.ts";
import { sharedCapabilities } from "./negotiation.ts";
import { profileCacheFor } from "./profile-cache.ts";
import {
  type Fault,
  fault,
  type NegotiatedTerms,
  PROFILE_HINT,
  type RefusalResponse,
  refusal,
  unrecoverable,
} from "./responses.ts";
import { parseProfileUrl } from "./ucp-agent.ts";
import { type Capability, isSupportedVersion, UCP_VERSION, UCP_VERSIONS } from "./versions.ts";

/** The response to a platform with which negotiation failed. */
type NegotiationRefusal = RefusalResponse | Fault<400 | 422 | 424 | 503>;

/**
 * Negotiates the version for a request from its UCP-Agent header (overview, "Negotiation"). The
 * version is that of the platform's profile, which must have the capability. If profiles are not
 * fetched, it is the default version.
 */
export async function negotiate(
  header: string,
  capability: Capability,
  { commerce, network, isForwarded }: Context,
): Promise<{ readonly terms: NegotiatedTerms } | { readonly refusal: NegotiationRefusal }> {
  const localProfiles = isForwarded ? undefined : commerce?.localProfiles;
  const url = parseProfileUrl(header, localProfiles !== undefined);
  if (!url) return { refusal: fault(400, "invalid_profile_url", INVALID_PROFILE_URL) };
  if (!commerce?.profiles) return { terms: { version: UCP_VERSION, capability } };
  const isLocal = url.protocol === "http:" && localProfiles !== undefined;
  const profiles = isLocal ? localProfiles : commerce.profiles;
  const result = await profileCacheFor(profiles, commerce.now).find(url, network);
  if ("fault" in result) return { refusal: result.fault };
  const { version } = result.profile;
  if (!isSupportedVersion(version)) {
    return {
      refusal: fault(
        422,
        "version_unsupported",
        `The platform's profile has the unsupported UCP version "${version.slice(0, 40)}". Supported versions are ${UCP_VERSIONS.join(" and ")}.`,
      ),
    };
  }
  const terms = { version, capability };
  if (sharedCapabilities(result.profile, version).includes(capability)) return { terms };
  return {
    refusal: refusal(terms, [
      unrecoverable(
        "capabilities_incompatible",
        `The platform's profile lacks the capability ${capability} in version ${version}.`,
      ),
    ]),
  };
}

const INVALID_PROFILE_URL = `UCP-Agent has no valid profile URL. ${PROFILE_HINT}`;
