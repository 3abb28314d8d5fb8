import type { Context } from "../../contract.ts";
import { profileUrlOf } from "../../domain/ucp/agent.ts";
import { sharedCapabilities } from "../../domain/ucp/negotiation.ts";
import { type Capability, isServed, UCP_VERSION, UCP_VERSIONS } from "../../domain/ucp/versions.ts";
import { type Fault, fault, type Refused, refused, type Terms, unrecoverable } from "./answers.ts";
import { profilesOf } from "./profiles.ts";

/** Why a platform is not served. */
export type Turned = Refused | Fault<400 | 422 | 424 | 503>;

/**
 * Finds out by UCP-Agent on which terms a platform is answered: its own version where its profile is looked at, which must
 * have the capability; the first version where it is not (overview, "Negotiation").
 */
export async function meet(
  header: string,
  capability: Capability,
  { commerce, network }: Context,
): Promise<{ readonly terms: Terms } | { readonly turned: Turned }> {
  const url = profileUrlOf(header);
  if (!url) return { turned: fault(400, "invalid_profile_url", NO_URL) };
  if (!commerce?.profiles) return { terms: { version: UCP_VERSION, capability } };
  const found = await profilesOf(commerce.profiles, commerce.now).find(url, network);
  if ("fault" in found) return { turned: found.fault };
  const { version } = found.profile;
  if (!isServed(version)) {
    return {
      turned: fault(
        422,
        "version_unsupported",
        `The platform's profile is of UCP ${version.slice(0, 40)}; ${UCP_VERSIONS.join(" and ")} are served. Name a profile of one of them.`,
      ),
    };
  }
  const terms = { version, capability };
  if (sharedCapabilities(found.profile, version).includes(capability)) return { terms };
  return {
    turned: refused(terms, [
      unrecoverable(
        "capabilities_incompatible",
        `The platform's profile does not have ${capability} at version ${version}.`,
      ),
    ]),
  };
}

const NO_URL =
  'UCP-Agent must be a dictionary whose profile is an https URL: UCP-Agent: profile="https://platform.example/.well-known/ucp".';
