import { exactly, type Representations } from "../../http/routing/operation.ts";
import type { PlatformContract } from "../contract.ts";
import * as apps from "./apps.ts";
import * as connections from "./connections.ts";
import { eventRepresentation } from "./event-representation.ts";
import * as events from "./events.ts";
import * as runs from "./runs.ts";
import * as tools from "./tools.ts";
import * as triggerTypes from "./trigger-types.ts";
import * as triggers from "./triggers.ts";

/**
 * The operations of the platform, in one file for each file of the spec that declares any. The type
 * requires exactly those of the spec.
 */
export const operations = exactly<PlatformContract>()({
  ...apps,
  ...tools,
  ...connections,
  ...runs,
  ...triggers,
  ...triggerTypes,
  ...events,
});

export const representations: Representations<PlatformContract> = { getEvent: eventRepresentation };
