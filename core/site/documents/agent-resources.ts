import { type OperationName, table } from "../../../generated/site/operations.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import { isCommercePath } from "../commerce-operations.ts";
import type { Site } from "../site.ts";
import { type Surface, surfacePath } from "../surface.ts";
import { type AgentResource, MCP_PATH, SITE_PATH } from "./agent-resource.ts";

/**
 * Lists everything that agents can discover, from the same tables that the router uses. All
 * discovery documents are generated from this list.
 */
export function listAgentResources(
  surfaces: readonly Surface[],
  site: Site,
  { sells = false, signs = false } = {},
): AgentResource[] {
  const listed = Object.entries(table.operations).filter(
    ([, { path }]) => !path.includes("{") && (sells || !isCommercePath(path)),
  );
  const operations = listed.map(
    ([name, { path, summary, responses }]): AgentResource => ({
      rel: RELATIONS[name as OperationName],
      path,
      type:
        Object.keys(responses[200] ?? responses[201] ?? {}).find(
          (type) => type !== "application/json",
        ) ?? "application/json",
      title: summary,
      kind: "operation",
      about: SITE_PATH,
    }),
  );
  const isPublished = ({
    requiresCommerce,
    requiresSigning,
    requiresLocalPages,
    isEnabled,
  }: Surface) =>
    (sells || !requiresCommerce) &&
    (signs || !requiresSigning) &&
    !(requiresLocalPages && site.pagesOrigin) &&
    (isEnabled?.(site) ?? true);
  const documents = surfaces.filter(isPublished).flatMap((surface): AgentResource[] => {
    const { mediaTypes, link } = surface;
    return link
      ? [
          {
            rel: link.rel,
            path: surfacePath(surface, site),
            type: requireValue(mediaTypes[0], `the media type of ${surface.path}`),
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

const MCP: AgentResource = {
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
