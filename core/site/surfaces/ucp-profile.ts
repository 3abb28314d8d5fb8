import { conditional, etagOf } from "../../http/conditional.ts";
import { json } from "../../http/answer.ts";
import { Problem } from "../../problem.ts";
import { profilePath, ucpProfile } from "../domain/ucp/profile.ts";
import { UCP_VERSIONS, type UcpVersion } from "../domain/ucp/versions.ts";
import type { Surface } from "./surface.ts";

/** What the site says of itself to UCP platforms, for each version that is served. Where nothing is for sale, there is none. */
export const ucpProfiles: readonly Surface[] = UCP_VERSIONS.map(profileOf);

function profileOf(version: UcpVersion, at: number): Surface {
  const path = profilePath(version);
  return {
    path,
    methods: ["GET"],
    mediaTypes: ["application/json"],
    ...(at === 0 && { link: { rel: "ucp", title: "UCP profile: buying by the Universal Commerce Protocol" } }),
    respond: ({ site, commerce }) => async (asked) => {
      if (!commerce) throw new Problem("not_found", `Nothing is served at ${path}: nothing is for sale here.`, { hint: "/agent/site.json lists what is served." });
      const profile = ucpProfile(site, version);
      return conditional(asked, json(profile, 200, { etag: await etagOf(JSON.stringify(profile)), ...KEPT }));
    },
  };
}

/** The standard has it kept for a minute at least. */
const KEPT = { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" };
