import { exactly } from "../../http/operation.ts";
import type { PlatformContract } from "../contract.ts";
import { getApp, searchApps } from "./apps.ts";
import {
  connectApp,
  deleteConnection,
  getConnection,
  listConnections,
  reconnectConnection,
  testConnection,
  updateConnection,
} from "./connections.ts";
import { deleteRun, getRun, getRunResult, listRuns, runTool } from "./runs.ts";
import { findTools, getTool, listTools } from "./tools.ts";

/** The implementations of all operations in the spec. */
export const operations = exactly<PlatformContract>()({
  ...{ searchApps, getApp, findTools, getTool, listTools },
  ...{
    connectApp,
    listConnections,
    getConnection,
    updateConnection,
    deleteConnection,
    reconnectConnection,
    testConnection,
  },
  ...{ runTool, listRuns, getRun, getRunResult, deleteRun },
});
