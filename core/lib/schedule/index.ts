export { checkSchedule, dueInstants, nextInstant, type Schedule } from "./schedule.ts";
