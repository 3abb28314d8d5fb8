import type { Caller } from "./caller.ts";
import { http } from "./http.ts";
import { legacy, modern } from "./mcp.ts";

/** Every way in which operations are called. */
export const callers: readonly Caller[] = [http, legacy, modern];
