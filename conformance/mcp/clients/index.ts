import type { McpClient } from "./client.ts";
import { libraries } from "./libraries.ts";
import { programs } from "./programs.ts";

export type { ClientResult, McpClient } from "./client.ts";

/** All tested clients. */
export const clients: readonly McpClient[] = [...libraries, ...programs];
