import { jsonResponse } from "../../http/response.ts";
import { Problem } from "../../problem.ts";
import type { Surface } from "./surface.ts";

const NO_STORE_HEADERS = { "cache-control": "no-store" };

/** Whether the process answers at all: for whoever restarts it when it does not. */
export const health: Surface = {
  path: "/healthz",
  methods: ["GET"],
  mediaTypes: ["application/json"],
  createHandler: () => () => jsonResponse({ status: "ok" }, 200, NO_STORE_HEADERS),
};

/** Whether it has a catalog, and can reach what it keeps: for whoever sends it requests. A problem until then. */
export const readiness: Surface = {
  path: "/readyz",
  methods: ["GET"],
  mediaTypes: ["application/json"],
  createHandler:
    ({ catalog, accounts }) =>
    async () => {
      if (catalog.apps.length === 0)
        throw new Problem(
          "catalog_not_ready",
          catalog.progress ?? "There is no catalog of apps yet.",
        );
      await accounts.findKey("none").catch((cause: unknown) => {
        throw new Problem("storage_unavailable", "Keys can't be looked up just now.", { cause });
      });
      return jsonResponse(
        { status: "ready", apps: catalog.apps.length, tools: catalog.tools },
        200,
        NO_STORE_HEADERS,
      );
    },
};
