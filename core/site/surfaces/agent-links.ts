import type { AgentResource } from "../domain/agent-resource.ts";
import { mirrorPath } from "../domain/mirror.ts";

/** The relations of what the interface has for agents that a page's Link header names (RFC 8288, 8631, 9727). */
const RELATIONS: Readonly<Record<string, string>> = {
  "api-catalog": "api-catalog",
  "service-desc": "service-desc",
  describedby: "describedby",
  help: "service-doc",
};

/** The Link header of every page: what there is for agents, at the site's own root. */
export const agentLinkHeader = (resources: readonly AgentResource[]): string =>
  resources
    .flatMap(({ rel, path, type }) =>
      RELATIONS[rel] ? [`<${path}>; rel="${RELATIONS[rel]}"; type="${type}"`] : [],
    )
    .join(", ");

/** The Link header of one page: what there is for agents, and the page as Markdown. The query as it was sent. */
export const pageLinkHeader = (linkHeader: string, path: string, query = ""): string =>
  `${linkHeader}${linkHeader && ", "}<${mirrorPath(path)}${query && `?${query}`}>; rel="alternate"; type="text/markdown"`;
