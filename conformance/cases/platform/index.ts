import type { Exchanges, FoundOfPlatform, PlatformCases } from "../../case.ts";
import { joined } from "../joined.ts";
import { getApp, searchApps } from "./apps.ts";
import { corsExchanges } from "./cors.ts";
import { documentExchangesOfPlatform } from "./documents.ts";
import { keyExchanges } from "./keys.ts";
import { mcpExchanges } from "./mcp.ts";
import { rateExchanges } from "./rate.ts";
import { findTools, getTool, listTools } from "./tools.ts";

/** Every operation of the platform service, in the order of the spec. */
export const platformCases: PlatformCases = { searchApps, getApp, listTools, findTools, getTool };

/** Everything asked that is no operation's: keys, pages of other origins, rates, the protocol of /mcp, documents. */
export const platformExchanges: Exchanges<FoundOfPlatform> = joined<FoundOfPlatform>(keyExchanges, corsExchanges, rateExchanges, mcpExchanges, documentExchangesOfPlatform);
