/** Why work isn't started again after two processes have disappeared while they did it. */
export const PARKED_CODE = "process_died";

/** Explains parked work. `work` completes "while it", such as "checked this trigger". */
export const parkedMessage = (work: string, hint: string): string =>
  `The process of Jackfield ended twice while it ${work}. ${hint}`;
