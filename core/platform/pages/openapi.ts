import document from "../../../generated/platform/openapi.json" with { type: "json" };
import { documentResponse } from "../../http/document-response.ts";
import type { Surface } from "./surface.ts";

/** The OpenAPI document of the platform, with this deployment as its server. */
export const openapi: Surface = {
  path: "/openapi.json",
  methods: ["GET"],
  mediaTypes: ["application/openapi+json"],
  createHandler({ origin }) {
    const body = JSON.stringify({ ...document, servers: [{ url: origin }] });
    return (request) => documentResponse(request, body, "application/openapi+json");
  },
};
