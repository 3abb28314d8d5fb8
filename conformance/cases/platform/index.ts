import type { Exchanges, FoundOfPlatform, PlatformCases } from "../../case.ts";
import { getApp, searchApps } from "./apps.ts";
import { findTools, getTool, listTools } from "./tools.ts";

/** Every operation of the platform service, in the order of the spec. */
export const platformCases: PlatformCases = { searchApps, getApp, findTools, getTool, listTools };

/** Everything asked that is no operation's. */
export const platformExchanges: Exchanges<FoundOfPlatform> = {};
