import { table } from "../../generated/platform/operations.ts";
import type { Run } from "../http/routing/run-operation.ts";
import type { DispatcherOptions } from "../mcp/dispatcher.ts";
import { ICONS } from "../mcp/icons.ts";
import {
  type OperationToolsOptions,
  type OutputLink,
  operationTools,
  type ToolCaller,
} from "../mcp/operation-tools.ts";
import type { OperationContext, Output, PlatformContract } from "./contract.ts";
import { PRODUCT_NAME } from "./product-name.ts";

/** Returns the dispatcher options of the platform's MCP server. */
export const platformTools = (
  run: Run<PlatformContract>,
  options: Pick<
    OperationToolsOptions<PlatformContract>,
    "origin" | "log" | "meter" | "tracer" | "authorize"
  >,
): DispatcherOptions<ToolCaller<OperationContext>> =>
  operationTools<PlatformContract>({
    table,
    run,
    info: { name: "jackfield-platform", title: PRODUCT_NAME, version: table.version, icons: ICONS },
    instructions: INSTRUCTIONS,
    links: { connectApp: CONNECT_LINK },
    ...options,
  });

/** The page where the user connects an app. */
const CONNECT_LINK: OutputLink<PlatformContract> = {
  find: ({ url, connection }: Output<"connectApp">) => ({
    message: `Open this page to connect ${connection.app}.`,
    url,
  }),
  refresh: async ({ connection, ...link }: Output<"connectApp">, run, context) => ({
    ...link,
    connection: await run("getConnection", { connection: connection?.id }, context),
  }),
};

const INSTRUCTIONS =
  "Find and run tools of third-party apps: mail, calendars, files, issues, payments and more. " +
  "Start with find_tools. Describe the task in plain language, such as `create an issue in my GitHub repository`. Name the " +
  "app if it matters. find_tools returns matching tools, best first. For a task with several steps, it also returns the steps, with tools for each. If the named app isn't available or has no such tool, it returns a notice. Then call get_tool for the JSON Schema of a tool's " +
  "arguments, and run_tool to run it. Most apps must be connected once before their tools can run. connect_app returns a link " +
  "that the user opens to sign in. list_connections lists the connections. Never ask the user for a password or an API key. " +
  "search_apps lists the available apps.";
