/** The public API of the core, which the npm package exports. */

export type { AccountOptions } from "./platform/account/index.ts";
export type { IdentityProviderOptions } from "./platform/account/services.ts";
export * as admin from "./platform/admin.ts";
export {
  type ConnectionsModule,
  type ConnectionsOptions,
  createConnections,
} from "./platform/create-connections.ts";
export { createPlatform, type PlatformOptions } from "./platform/index.ts";
export {
  createTriggers,
  type KnownScheme,
  type TriggerLimits,
  type TriggersModule,
  type TriggersOptions,
} from "./platform/triggers/triggers.ts";
export * from "./site.ts";
