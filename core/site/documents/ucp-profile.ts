import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { profilePath, ucpProfile } from "../protocols/ucp/profile.ts";
import { UCP_PATH, UCP_VERSION, UCP_VERSIONS, type UcpVersion } from "../protocols/ucp/versions.ts";
import type { Surface } from "../surface.ts";

const LINK = {
  rel: "service-meta",
  title: "Universal Commerce Protocol profile",
  about: UCP_PATH,
  entry: {
    name: "ucp:shopping",
    queries: [
      "open a Universal Commerce Protocol checkout session here",
      "search this shop's catalog over UCP",
    ],
  },
};

/**
 * The site's UCP profile in each supported version.
 */
export const ucpProfiles: readonly Surface[] = UCP_VERSIONS.map(profileSurface);

function profileSurface(version: UcpVersion): Surface {
  return {
    path: profilePath(version),
    methods: ["GET"],
    cost: DOCUMENT_COST,
    mediaTypes: ["application/json"],
    ...(version === UCP_VERSION && { link: LINK }),
    requiresCommerce: true,
    createHandler(deps) {
      const text = JSON.stringify(ucpProfile(deps.site, version), null, 2);
      return async (request) => {
        const response = await documentResponse(request, text, "application/json");
        // UCP requires that profiles are cacheable for at least a minute.
        return {
          ...response,
          headers: { ...response.headers, "cache-control": "public, max-age=3600" },
        };
      };
    },
  };
}
