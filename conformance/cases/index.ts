import type { Exchanges } from "../case.ts";
import { mcpExchanges } from "./site/mcp.ts";
import { surfaceExchanges } from "./site/surfaces.ts";

export { siteCases } from "./site/index.ts";

/** Everything asked that is no operation's: each surface, and the protocol of /mcp. */
export const exchanges: Exchanges = { ...surfaceExchanges, ...mcpExchanges };
