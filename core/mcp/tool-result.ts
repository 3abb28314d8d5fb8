import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { SerializedResult } from "./message.ts";

export type ToolResult = CallToolResult | SerializedResult;
