import { Problem } from "../../http/problem.ts";
import { jsonResponse } from "../../http/response/response.ts";
import type { Surface } from "./surface.ts";

const NO_STORE_HEADERS = { "cache-control": "no-store" };

/** Liveness: responds 200 while the process runs. */
export const health: Surface = {
  path: "/healthz",
  methods: ["GET"],
  cost: { free: "operator" },
  mediaTypes: ["application/json"],
  createHandler: () => () => jsonResponse({ status: "ok" }, 200, NO_STORE_HEADERS),
};

/**
 * Readiness: responds 200 once the catalog is loaded and the storage is reachable, otherwise 503.
 */
export const readiness: Surface = {
  path: "/readyz",
  methods: ["GET"],
  cost: { free: "operator" },
  mediaTypes: ["application/json"],
  createHandler:
    ({ catalog, keyStore }) =>
    async () => {
      if (catalog.apps.length === 0)
        throw new Problem("catalog_not_ready", catalog.progress ?? "The app catalog is not ready.");
      await keyStore.findKey("none");
      return jsonResponse(
        { status: "ready", apps: catalog.apps.length, tools: catalog.tools },
        200,
        NO_STORE_HEADERS,
      );
    },
};
