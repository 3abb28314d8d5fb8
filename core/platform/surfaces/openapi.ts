import document from "../../../generated/platform/openapi.json" with { type: "json" };
import { documentAnswer } from "../../http/document.ts";
import type { Surface } from "./surface.ts";

/** The interface as an OpenAPI document, with this service as its server. */
export const openapi: Surface = {
  path: "/openapi.json",
  methods: ["GET"],
  mediaTypes: ["application/openapi+json"],
  respond({ origin }) {
    const body = JSON.stringify({ ...document, servers: [{ url: origin }] });
    return (asked) => documentAnswer(asked, body, "application/openapi+json");
  },
};
