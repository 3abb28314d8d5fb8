import { table } from "../../generated/platform/operations.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { DispatcherOptions } from "../mcp/dispatcher.ts";
import {
  type OperationToolsOptions,
  operationTools,
  type ToolCaller,
} from "../mcp/operation-tools.ts";
import type { Run } from "../run.ts";
import type { OperationContext, PlatformContract } from "./contract.ts";

/** Who calls a tool of the platform. The context is there once the key has been looked at. */
export interface McpCaller extends ToolCaller<OperationContext> {
  context: OperationContext;
  readonly requestContext: RequestContext;
  /** The key itself, where it stood in the path. */
  readonly secret?: string | undefined;
}

/** The platform's MCP server. */
export const platformTools = (
  run: Run<PlatformContract>,
  telemetry: Pick<OperationToolsOptions<PlatformContract>, "log" | "meter"> = {},
): DispatcherOptions<McpCaller> =>
  operationTools<PlatformContract>({
    table,
    run,
    info: { name: "jackfield-platform", title: "Jackfield", version: table.version },
    instructions: INSTRUCTIONS,
    ...telemetry,
  });

const INSTRUCTIONS =
  "Finds and runs tools of many apps (mail, calendars, files, issues, payments and more). find_tools takes a task in plain " +
  "words, such as `create an issue in my GitHub repository`, and gives the tools for it, the best first: name the app if it " +
  "matters. get_tool has what one of them takes, as a JSON Schema; run_tool runs it with those arguments. An app has to be " +
  "connected first, once: connect_app gives a link, which the person opens to sign in; list_connections says what is connected. " +
  "Never ask for a password or a key yourself. search_apps says which apps there are.";
