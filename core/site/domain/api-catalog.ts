import { type AgentResource, SITE_PATH, toLink } from "./agent-resource.ts";
import { type Site, serviceUrl } from "./site.ts";

/** Where the catalog is (RFC 9727 §2), and how its links are to be read. */
export const CATALOG_PATH = "/.well-known/api-catalog";
export const CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** What a link of ours is to an API (RFC 8631); others are to the site, and no part of the catalog. */
const RELATIONS: Readonly<Record<string, string>> = {
  "service-desc": "service-desc",
  "service-doc": "service-doc",
  "service-meta": "service-meta",
  status: "status",
  describedby: "service-meta",
  help: "service-doc",
};

/** The APIs of a site, and of each what describes it, as a set of links (RFC 9264 §4.2). */
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
