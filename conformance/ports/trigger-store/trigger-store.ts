import { eventChecks } from "./events.ts";
import { triggerChecks } from "./triggers.ts";

export const triggerStoreSuite = [...triggerChecks, ...eventChecks];
