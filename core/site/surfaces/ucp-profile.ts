import { documentResponse } from "../../http/document-response.ts";
import { profilePath, ucpProfile } from "../domain/ucp/profile.ts";
import { UCP_PATH, UCP_VERSION, UCP_VERSIONS, type UcpVersion } from "../domain/ucp/versions.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

const LINK = {
  rel: "service-meta",
  title: "Universal Commerce Protocol: what is served",
  about: UCP_PATH,
  entry: {
    name: "ucp:shopping",
    queries: [
      "open a Universal Commerce Protocol checkout here",
      "search this shop's catalog by UCP",
    ],
  },
};

/** What the site says of itself to UCP platforms, for each version that is served. Where nothing is for sale, the site's own pages. */
export const ucpProfiles: readonly Surface[] = UCP_VERSIONS.map(profileSurface);

function profileSurface(version: UcpVersion): Surface {
  return {
    path: profilePath(version),
    methods: ["GET"],
    mediaTypes: ["application/json"],
    ...(version === UCP_VERSION && { link: LINK }),
    requiresCommerce: true,
    createHandler(deps) {
      if (!deps.commerce) return pages.createHandler(deps);
      const text = JSON.stringify(ucpProfile(deps.site, version), null, 2);
      return async (request) => {
        const response = await documentResponse(request, text, "application/json");
        // The standard wants it kept for a minute at least.
        return {
          ...response,
          headers: { ...response.headers, "cache-control": "public, max-age=3600" },
        };
      };
    },
  };
}
