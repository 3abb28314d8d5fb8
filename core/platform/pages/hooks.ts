import { createHookHandler } from "./receive-hook.ts";
import type { Surface } from "./surface.ts";

/** The addresses of webhook triggers. */
export const hooks: Surface = {
  path: "/hooks/{address}",
  methods: ["GET", "POST"],
  cost: { free: "webhook" },
  mediaTypes: ["application/json", "text/plain"],
  createHandler: (deps) =>
    createHookHandler(deps, ({ address = "" }) => deps.webhooks?.find(address)),
};
