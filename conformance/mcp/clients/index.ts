import type { McpClient } from "./client.ts";
import { libraries } from "./libraries.ts";
import { programs } from "./programs.ts";

export type { ClientResult as Told, McpClient, ToolCall as Called } from "./client.ts";

/** Every client that is tried. */
export const clients: readonly McpClient[] = [...libraries, ...programs];
