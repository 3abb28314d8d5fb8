import document from "../../../generated/site/openapi.json" with { type: "json" };
import { documentAnswer } from "./document.ts";
import type { Surface } from "./surface.ts";

/** The interface as an OpenAPI document, with this site as its server. That of a site behind wins. */
export const openapi: Surface = {
  path: "/openapi.json",
  methods: ["GET"],
  mediaTypes: ["application/openapi+json"],
  link: { rel: "service-desc", title: "This interface as an OpenAPI 3.1 document" },
  respond({ site, front }) {
    const body = JSON.stringify({ ...document, servers: [{ url: site.origin, description: site.name }] }, null, 2);
    return async (asked, place) => (await front?.own(asked, place, "document")) ?? documentAnswer(asked, body, "application/openapi+json");
  },
};
