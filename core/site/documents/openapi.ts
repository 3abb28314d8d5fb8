import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import type { Surface } from "../surface.ts";
import { openApiText } from "./writers/write-openapi.ts";

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
  createHandler({ site, proxy, sells }) {
    let current: { readonly key: string; readonly text: string } | undefined;
    const body = () => {
      const isSelling = sells();
      const key = `${isSelling} ${site.name}`;
      if (current?.key !== key) current = { key, text: openApiText(site, isSelling) };
      return current.text;
    };
    return async (request, context) =>
      (await proxy?.fetchOwn(request, context, "document")) ??
      documentResponse(request, body(), "application/openapi+json");
  },
};
