import { type OperationName, table } from "../../../generated/site/operations.ts";
import { MCP_PATH, type Served, SITE_PATH } from "../domain/served.ts";
import type { Site } from "../domain/site.ts";
import { pathOf, type Surface } from "./surface.ts";

/** Everything that is served for agents to find, from the same lists that serve it: the one source of every document that says so. */
export function servedBy(
  surfaces: readonly Surface[],
  site: Site,
  { sells = false, signs = false } = {},
): Served[] {
  const named = Object.entries(table.operations).filter(([, { path }]) => !path.includes("{"));
  const operations = named.map(
    ([name, { path, summary, responses }]): Served => ({
      rel: RELATIONS[name as OperationName],
      path,
      type:
        Object.keys((responses[200] ?? responses[201])!).find(
          (type) => type !== "application/json",
        ) ?? "application/json",
      title: summary,
      kind: "operation",
      about: SITE_PATH,
    }),
  );
  const isThere = ({ isForBuying, isForSigning, isWithPages, isServed }: Surface) =>
    (sells || !isForBuying) &&
    (signs || !isForSigning) &&
    !(isWithPages && site.pagesOrigin) &&
    (isServed?.(site) ?? true);
  const documents = surfaces.filter(isThere).flatMap((surface): Served[] => {
    const { mediaTypes, link } = surface;
    return link
      ? [
          {
            rel: link.rel,
            path: pathOf(surface, site),
            type: mediaTypes[0]!,
            title: link.title,
            kind: "document",
            about: link.about ?? SITE_PATH,
            entry: link.entry,
          },
        ]
      : [];
  });
  return [...operations, ...documents, MCP];
}

const MCP: Served = {
  rel: "service",
  path: MCP_PATH,
  type: "application/json",
  title: "MCP server (Streamable HTTP)",
  kind: "mcp",
  about: MCP_PATH,
};

const RELATIONS: Readonly<Record<OperationName, string>> = {
  siteInfo: "self",
  searchPages: "search",
  readPage: "item",
  listProducts: "collection",
  createCheckout: "payment",
  getCheckout: "item",
};
