import type { Context } from "../../contract.ts";
import { sharedCapabilities } from "../../domain/ucp/negotiation.ts";
import { parseProfileUrl } from "../../domain/ucp/ucp-agent.ts";
import {
  type Capability,
  isSupportedVersion,
  UCP_VERSION,
  UCP_VERSIONS,
} from "../../domain/ucp/versions.ts";
import { profileCacheFor } from "./profile-cache.ts";
import {
  type Fault,
  fault,
  type NegotiatedTerms,
  type RefusalResponse,
  refusal,
  unrecoverable,
} from "./responses.ts";

/** Why a platform is not served. */
export type NegotiationRefusal = RefusalResponse | Fault<400 | 422 | 424 | 503>;

/**
 * Finds out by UCP-Agent on which terms a platform is answered: its own version where its profile is looked at, which must
 * have the capability; the first version where it is not (overview, "Negotiation").
 */
export async function negotiate(
  header: string,
  capability: Capability,
  { commerce, network }: Context,
): Promise<{ readonly terms: NegotiatedTerms } | { readonly refusal: NegotiationRefusal }> {
  const url = parseProfileUrl(header);
  if (!url) return { refusal: fault(400, "invalid_profile_url", MISSING_PROFILE_URL) };
  if (!commerce?.profiles) return { terms: { version: UCP_VERSION, capability } };
  const result = await profileCacheFor(commerce.profiles, commerce.now).find(url, network);
  if ("fault" in result) return { refusal: result.fault };
  const { version } = result.profile;
  if (!isSupportedVersion(version)) {
    return {
      refusal: fault(
        422,
        "version_unsupported",
        `The platform's profile is of UCP ${version.slice(0, 40)}; ${UCP_VERSIONS.join(" and ")} are served. Name a profile of one of them.`,
      ),
    };
  }
  const terms = { version, capability };
  if (sharedCapabilities(result.profile, version).includes(capability)) return { terms };
  return {
    refusal: refusal(terms, [
      unrecoverable(
        "capabilities_incompatible",
        `The platform's profile does not have ${capability} at version ${version}.`,
      ),
    ]),
  };
}

const MISSING_PROFILE_URL =
  'UCP-Agent must be a dictionary whose profile is an https URL: UCP-Agent: profile="https://platform.example/.well-known/ucp".';
