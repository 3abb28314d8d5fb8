import type { Caller } from "./caller.ts";
import { http } from "./http.ts";
import { legacyMcp, modernMcp } from "./mcp.ts";

/** Every way in which operations are called. */
export const callers: readonly Caller[] = [http, legacyMcp, modernMcp];
