import type { Exchanges, PlatformCases, PlatformContext } from "../../case.ts";
import { mergeExchanges } from "../merge-exchanges.ts";
import { connectApp } from "./connect-app.ts";
import { connectExchanges } from "./connect-pages.ts";
import { corsExchanges } from "./cors.ts";
import { deleteConnection } from "./delete-connection.ts";
import { deleteRun } from "./delete-run.ts";
import { documentExchanges } from "./documents.ts";
import { findTools } from "./find-tools.ts";
import { getApp } from "./get-app.ts";
import { getConnection } from "./get-connection.ts";
import { getRun } from "./get-run.ts";
import { getRunResult } from "./get-run-result.ts";
import { getTool } from "./get-tool.ts";
import { keyExchanges } from "./keys.ts";
import { listConnections } from "./list-connections.ts";
import { listRuns } from "./list-runs.ts";
import { listTools } from "./list-tools.ts";
import { mcpExchanges } from "./mcp.ts";
import { mcpLinkExchanges } from "./mcp-link.ts";
import { callbackExchanges } from "./oauth-callback.ts";
import { rateExchanges } from "./rate-limit.ts";
import { reconnectConnection } from "./reconnect-connection.ts";
import { runTool } from "./run-tool.ts";
import { searchApps } from "./search-apps.ts";
import { testConnection } from "./test-connection.ts";
import { unknownPathExchanges } from "./unknown-paths.ts";
import { updateConnection } from "./update-connection.ts";

/** The cases of every operation of the platform, in the order of the spec. */
export const platformCases: PlatformCases = {
  searchApps,
  getApp,
  listTools,
  findTools,
  getTool,
  connectApp,
  listConnections,
  getConnection,
  updateConnection,
  deleteConnection,
  reconnectConnection,
  testConnection,
  runTool,
  listRuns,
  getRun,
  getRunResult,
  deleteRun,
};

/**
 * Exchanges that aren't calls of operations: API keys, CORS, rate limits, MCP, documents and
 * connect pages.
 */
export const platformExchanges: Exchanges<PlatformContext> = mergeExchanges<PlatformContext>(
  keyExchanges,
  corsExchanges,
  rateExchanges,
  mcpExchanges,
  mcpLinkExchanges,
  documentExchanges,
  unknownPathExchanges,
  connectExchanges,
  callbackExchanges,
);
