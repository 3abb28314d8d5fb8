import document from "../../../generated/site/openapi.json" with { type: "json" };
import { documentResponse } from "../../http/document-response.ts";
import { withOwnOrigin } from "../../http/example-origin.ts";
import { DOCUMENT_COST } from "../../http/route-cost.ts";
import type { Surface } from "../surface.ts";

/**
 * OpenAPI document of the API, with this site as its server. An upstream site's own document takes
 * precedence.
 */
export const openapi: Surface = {
  path: "/openapi.json",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["application/openapi+json"],
  link: {
    rel: "service-desc",
    title: "OpenAPI 3.1 document of this API",
    entry: {
      name: "api:site",
      queries: ["search the pages of this site over HTTP", "read a page of this site as Markdown"],
    },
  },
  createHandler({ site, proxy }) {
    // Not indented, because indentation would make it 75% longer and agents read it into their
    // context.
    const ownDocument = withOwnOrigin(document, site.origin);
    const format = (description: string) =>
      JSON.stringify({ ...ownDocument, servers: [{ url: site.origin, description }] });
    let current = { name: site.name, body: format(site.name) };
    const body = () => {
      const { name } = site;
      if (name !== current.name) current = { name, body: format(name) };
      return current.body;
    };
    return async (request, context) =>
      (await proxy?.fetchOwn(request, context, "document")) ??
      documentResponse(request, body(), "application/openapi+json");
  },
};
