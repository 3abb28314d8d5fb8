import type { McpClient } from "./client.ts";
import { libraries } from "./libraries.ts";
import { programs } from "./programs.ts";

export type { Called, McpClient, Told } from "./client.ts";

/** Every client that is tried. */
export const clients: readonly McpClient[] = [...libraries, ...programs];
