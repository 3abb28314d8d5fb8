import type { Route } from "../http/routing/route.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { ApiKey } from "../ports/stores/key-store.ts";
import { RESOURCE_METADATA_PATH } from "./account/mcp-clients/addresses.ts";
import { withResourceMetadata } from "./auth/oauth-challenge.ts";
import { requirePermission } from "./auth/permission.ts";
import { createContextFactory } from "./context.ts";
import type { OperationContext } from "./contract.ts";
import { platformTools } from "./mcp.ts";
import { KEY_ROUTE, MCP_ROUTE, rulesFor } from "./path-rules.ts";
import type { PlatformOptions } from "./platform-options.ts";
import type { SharedServices } from "./shared-services.ts";
import { createEventsExtension } from "./triggers/mcp-events/methods.ts";

/** Safe because requests need an API key, which browsers never add automatically. */
const allowsEveryOrigin = () => true;

/** Creates the routes of the MCP server: one for clients that sign in, one for those with a key. */
export function createMcpRoutes(
  { account, triggers, tracer }: PlatformOptions,
  { run, origin, origins, log, meter, keyHint, rateLimit, context }: SharedServices,
): readonly Route<ApiKey>[] {
  const mcp = createMcpEdge<ApiKey, OperationContext>(allowsEveryOrigin, () => ({
    ...platformTools(run, {
      origin,
      log,
      meter,
      tracer,
      authorize: ({ actor }, permission) => requirePermission(actor, permission, keyHint),
    }),
    cacheScope: "private",
    rateLimit,
    extension: triggers && createEventsExtension(triggers.mcpEvents),
    createContext: createContextFactory(context, "mcp"),
  }));
  const signInMcp = account
    ? {
        ...mcp,
        respondToError: withResourceMetadata(
          mcp.respondToError,
          (request) => `${origins.usedBy(request)}${RESOURCE_METADATA_PATH}`,
        ),
      }
    : mcp;
  return [
    { ...rulesFor(MCP_ROUTE), path: MCP_ROUTE, isExact: true, ...signInMcp },
    { ...rulesFor(KEY_ROUTE), path: KEY_ROUTE, isExact: true, ...mcp },
  ];
}
