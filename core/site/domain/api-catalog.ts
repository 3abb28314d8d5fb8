import { linkOf, type Served, SITE_PATH } from "./served.ts";
import { type Site, urlOf } from "./site.ts";

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
export function apiCatalog(site: Site, served: readonly Served[]): object {
  const apis = Map.groupBy(served, ({ about }) => about);
  const anchors = [SITE_PATH, ...[...apis.keys()].filter((path) => path !== SITE_PATH)];
  const contexts = anchors.map((path) => ({
    anchor: urlOf(site, path),
    ...linksOf(site, apis.get(path) ?? []),
  }));
  return {
    linkset: [
      {
        anchor: urlOf(site, CATALOG_PATH),
        item: anchors.map((path) => ({ href: urlOf(site, path) })),
      },
      ...contexts,
    ],
  };
}

function linksOf(site: Site, about: readonly Served[]): object {
  const related = Map.groupBy(about, ({ rel }) => RELATIONS[rel] ?? "");
  related.delete("");
  return Object.fromEntries(
    [...related].map(([relation, its]) => [relation, its.map((each) => targetOf(site, each))]),
  );
}

function targetOf(site: Site, served: Served): object {
  const { href, type, title } = linkOf(site, served);
  return { href, type, title };
}
