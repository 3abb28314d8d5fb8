import document from "../../../generated/platform/openapi.json" with { type: "json" };
import { withOwnOrigin } from "../../http/origins/example-origin.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import type { Surface } from "./surface.ts";

/** The OpenAPI document of the platform, with this deployment as its server. */
export const openapi: Surface = {
  path: "/openapi.json",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["application/openapi+json"],
  createHandler({ origin }) {
    const ownDocument = withOwnOrigin(document, origin);
    const body = JSON.stringify({ ...ownDocument, servers: [{ url: origin }] });
    return (request) => documentResponse(request, body, "application/openapi+json");
  },
};
