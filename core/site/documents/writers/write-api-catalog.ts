import { type Site, serviceUrl } from "../../site.ts";
import { type AgentResource, SITE_PATH, toLink } from "../agent-resource.ts";

/** The path of the API catalog (RFC 9727 §2). */
export const CATALOG_PATH = "/.well-known/api-catalog";
/** The media type of linksets with the API catalog profile (RFC 9727). */
export const CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * Relations to an API (RFC 8631), by the resource's relation. Resources with other relations aren't
 * in the catalog.
 */
const RELATIONS: Readonly<Record<string, string>> = {
  "service-desc": "service-desc",
  "service-doc": "service-doc",
  "service-meta": "service-meta",
  status: "status",
  describedby: "service-meta",
  help: "service-doc",
};

/**
 * Creates the linkset (RFC 9264 §4.2) of the site's APIs and the documents that describe each of
 * them.
 */
export function apiCatalog(site: Site, resources: readonly AgentResource[]): object {
  const apis = Map.groupBy(resources, ({ about }) => about);
  const anchors = [SITE_PATH, ...[...apis.keys()].filter((path) => path !== SITE_PATH)];
  const contexts = anchors.map((path) => ({
    anchor: serviceUrl(site, path),
    ...describingLinks(site, apis.get(path) ?? []),
  }));
  return {
    linkset: [
      {
        anchor: serviceUrl(site, CATALOG_PATH),
        item: anchors.map((path) => ({ href: serviceUrl(site, path) })),
      },
      ...contexts,
    ],
  };
}

function describingLinks(site: Site, resources: readonly AgentResource[]): object {
  const related = Map.groupBy(resources, ({ rel }) => RELATIONS[rel] ?? "");
  related.delete("");
  return Object.fromEntries(
    [...related].map(([relation, resources]) => [
      relation,
      resources.map((each) => linkTarget(site, each)),
    ]),
  );
}

function linkTarget(site: Site, resource: AgentResource): object {
  const { href, type, title } = toLink(site, resource);
  return { href, type, title };
}
