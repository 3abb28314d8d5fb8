import type { Exchanges, PlatformCases, PlatformContext } from "../../case.ts";
import { mergeExchanges } from "../../case.ts";
import { connectExchanges } from "./connect-pages.ts";
import { corsExchanges } from "./cors.ts";
import { documentExchanges } from "./documents.ts";
import { hookExchanges } from "./hooks.ts";
import { keyExchanges } from "./keys.ts";
import { mcpExchanges } from "./mcp.ts";
import { mcpLinkExchanges } from "./mcp-link.ts";
import { callbackExchanges } from "./oauth-callback.ts";
import * as operations from "./operations.ts";
import { rateExchanges } from "./rate-limit.ts";
import { unknownPathExchanges } from "./unknown-paths.ts";

/** The cases of every operation of the platform. */
export const platformCases: PlatformCases = operations;

/**
 * Exchanges that aren't calls of operations: API keys, CORS, rate limits, MCP, documents and
 * connect pages.
 */
export const platformExchanges: Exchanges<PlatformContext> = mergeExchanges<PlatformContext>(
  keyExchanges,
  hookExchanges,
  corsExchanges,
  rateExchanges,
  mcpExchanges,
  mcpLinkExchanges,
  documentExchanges,
  unknownPathExchanges,
  connectExchanges,
  callbackExchanges,
);
