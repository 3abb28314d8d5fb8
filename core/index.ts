/** The public API of the core, which the npm package exports. */
export { PERMISSIONS, type Permission } from "../generated/table.ts";
export type { RateLimitOptions } from "./http/rate-limit.ts";
export { createKey } from "./platform/auth/create-key.ts";
export {
  type ConnectionsModule,
  type ConnectionsOptions,
  createConnections,
} from "./platform/connections/connections.ts";
export { storeOAuthClient } from "./platform/connections/flow/oauth-clients.ts";
export { createPlatform, type PlatformOptions } from "./platform/index.ts";
export { cleanUpRuns } from "./platform/runs/clean-up-runs.ts";
export * from "./site.ts";
