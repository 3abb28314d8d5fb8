import { mirrorPath } from "../pages/mirror.ts";
import type { AgentResource } from "./agent-resource.ts";

/**
 * Link relations in the Link header of pages, by the relation of the agent resource (RFC 8288,
 * 8631, 9727; ARD 0.91 §5.1).
 */
const RELATIONS: Readonly<Record<string, string>> = {
  "api-catalog": "api-catalog",
  "service-desc": "service-desc",
  describedby: "describedby",
  help: "service-doc",
  ard: "ard",
};

/**
 * Returns the part of the Link header that all pages share. Its paths are relative to the site's
 * root.
 */
export const agentLinkHeader = (resources: readonly AgentResource[]): string =>
  resources
    .flatMap(({ rel, path, type }) =>
      RELATIONS[rel] ? [`<${path}>; rel="${RELATIONS[rel]}"; type="${type}"`] : [],
    )
    .join(", ");

/**
 * Returns the Link header of one page: the shared links and the page's Markdown mirror. `query` is
 * as the client sent it.
 */
export const pageLinkHeader = (linkHeader: string, path: string, query = ""): string =>
  `${linkHeader}${linkHeader && ", "}<${mirrorPath(path)}${query && `?${query}`}>; rel="alternate"; type="text/markdown"`;
