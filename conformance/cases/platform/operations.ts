// Written by `npm run generate`. Do not edit.
export { connectApp } from "./connect-app.ts";
export { deleteConnection } from "./delete-connection.ts";
export { deleteRun } from "./delete-run.ts";
export { findTools } from "./find-tools.ts";
export { getApp } from "./get-app.ts";
export { getConnection } from "./get-connection.ts";
export { getRunResult } from "./get-run-result.ts";
export { getRun } from "./get-run.ts";
export { getTool } from "./get-tool.ts";
export { listConnections } from "./list-connections.ts";
export { listRuns } from "./list-runs.ts";
export { listTools } from "./list-tools.ts";
export { reconnectConnection } from "./reconnect-connection.ts";
export { runTool } from "./run-tool.ts";
export { searchApps } from "./search-apps.ts";
export { testConnection } from "./test-connection.ts";
export { updateConnection } from "./update-connection.ts";
