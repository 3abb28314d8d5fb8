import { Problem } from "../../http/problem.ts";
import { jsonResponse } from "../../http/response/response.ts";
import type { Surface } from "../surface.ts";

const NO_STORE = { "cache-control": "no-store" };

/** Liveness check: succeeds while the process can respond. */
export const health: Surface = {
  path: "/healthz",
  methods: ["GET"],
  cost: { free: "operator" },
  isOperatorOnly: true,
  mediaTypes: ["application/json"],
  link: { rel: "status", title: "Health check" },
  createHandler: () => () => jsonResponse({ status: "ok" }, 200, NO_STORE),
};

/**
 * Readiness check: returns a problem until the pages are available and the database is reachable.
 */
export const readiness: Surface = {
  path: "/readyz",
  methods: ["GET"],
  cost: { free: "operator" },
  isOperatorOnly: true,
  mediaTypes: ["application/json"],
  createHandler:
    ({ content, commerce }) =>
    async () => {
      // The list may be cached, so fetch a page to test that the content source is reachable.
      await content.find("/").catch((error: unknown) => {
        // An unreadable home page doesn't make the other pages unavailable.
        if (!(error instanceof Problem) || error.code === "unavailable") throw error;
      });
      await commerce?.checkoutStore.hasEvent("ready");
      return jsonResponse(
        { status: "ready", pages: (await content.listPages()).length },
        200,
        NO_STORE,
      );
    },
};
