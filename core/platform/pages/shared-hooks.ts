import { createHookHandler } from "./receive-hook.ts";
import type { Surface } from "./surface.ts";

/** The addresses of apps that send the events of all connections of an OAuth client to one. */
export const sharedHooks: Surface = {
  path: "/hooks/app/{app}",
  methods: ["GET", "POST"],
  cost: { free: "webhook" },
  mediaTypes: ["application/json", "text/plain"],
  createHandler: (deps) =>
    createHookHandler(deps, ({ app = "" }) => deps.sharedWebhooks?.find(app)),
};
