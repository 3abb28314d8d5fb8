import { mirrorOf } from "../domain/mirror.ts";
import type { Surface } from "./surface.ts";

/** The relations of what the interface has for agents that a page's Link header names (RFC 8288, 8631, 9727). */
const RELATIONS: Readonly<Record<string, string>> = { "api-catalog": "api-catalog", "service-desc": "service-desc", describedby: "describedby", help: "service-doc" };

/** The Link header of every page: what there is for agents, at the site's own root. */
export function agentLinks(surfaces: readonly Surface[], { sells }: { readonly sells: boolean }): string {
  return surfaces
    .flatMap(({ path, link, mediaTypes, isForBuying }) => {
      const rel = link && RELATIONS[link.rel];
      return rel && (sells || !isForBuying) ? [`<${path}>; rel="${rel}"; type="${mediaTypes[0]}"`] : [];
    })
    .join(", ");
}

/** The Link header of one page: what there is for agents, and the page as Markdown. The query as it was sent. */
export const pageLinks = (links: string, path: string, query = ""): string =>
  `${links}${links && ", "}<${mirrorOf(path)}${query && `?${query}`}>; rel="alternate"; type="text/markdown"`;
