import { jsonResponse } from "../../http/response.ts";
import { Problem } from "../../problem.ts";
import type { Surface } from "./surface.ts";

const NO_STORE = { "cache-control": "no-store" };

/** Whether the process answers at all: for whoever restarts it when it does not. */
export const health: Surface = {
  path: "/healthz",
  methods: ["GET"],
  isOperatorOnly: true,
  mediaTypes: ["application/json"],
  link: { rel: "status", title: "Whether the service answers" },
  createHandler: () => () => jsonResponse({ status: "ok" }, 200, NO_STORE),
};

/** Whether it has pages to answer from, and can reach what it keeps: for whoever sends it requests. A problem until then. */
export const readiness: Surface = {
  path: "/readyz",
  methods: ["GET"],
  isOperatorOnly: true,
  mediaTypes: ["application/json"],
  createHandler:
    ({ content, commerce }) =>
    async () => {
      // The list may be an old one that is kept; whether pages can be had now, a page says.
      await content.find("/").catch((error: unknown) => {
        // A home page that can't be read is no reason to take the other pages for gone.
        if (!(error instanceof Problem) || error.code === "unavailable") throw error;
      });
      await commerce?.storage.hasEvent("ready");
      return jsonResponse(
        { status: "ready", pages: (await content.listPages()).length },
        200,
        NO_STORE,
      );
    },
};
