import { eventChecks } from "./trigger-store/events.ts";
import { triggerChecks } from "./trigger-store/triggers.ts";

export const triggerStoreSuite = [...triggerChecks, ...eventChecks];
