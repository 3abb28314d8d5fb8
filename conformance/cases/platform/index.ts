import type { Exchanges, PlatformCases, PlatformContext } from "../../case.ts";
import { mergeExchanges } from "../merge-exchanges.ts";
import { getApp, searchApps } from "./apps.ts";
import { connectExchanges } from "./connect-pages.ts";
import {
  connectApp,
  deleteConnection,
  getConnection,
  listConnections,
  reconnectConnection,
  testConnection,
  updateConnection,
} from "./connections.ts";
import { corsExchanges } from "./cors.ts";
import { allDocumentExchanges } from "./documents.ts";
import { keyExchanges } from "./keys.ts";
import { mcpExchanges } from "./mcp.ts";
import { rateExchanges } from "./rate-limit.ts";
import { deleteRun, getRun, getRunResult, listRuns, runTool } from "./runs.ts";
import { findTools, getTool, listTools } from "./tools.ts";

/** Every operation of the platform service, in the order of the spec. */
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

/** Everything asked that is no operation's: keys, pages of other origins, rates, the protocol of /mcp, documents, the pages on which people connect apps. */
export const platformExchanges: Exchanges<PlatformContext> = mergeExchanges<PlatformContext>(
  keyExchanges,
  corsExchanges,
  rateExchanges,
  mcpExchanges,
  allDocumentExchanges,
  connectExchanges,
);
