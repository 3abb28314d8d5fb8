export {
  checkSchedule,
  dueInstants,
  type MissedInstants,
  type MissedPolicy,
  nextInstant,
  type Schedule,
  type ScheduleError,
} from "./schedule.ts";
