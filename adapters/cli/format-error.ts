import { StartupError } from "../runtime/startup-error.ts";

/**
 * Formats an error that ends the program. The operator can fix a `StartupError`, a `Problem` of the
 * core and an error of the system, such as a file that can't be read, so these have no stack. Any
 * other error is a fault of Jackfield.
 */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The core, with the class of problems, may not be loaded.
  const isExpected =
    error instanceof StartupError || error.name === "Problem" || "syscall" in error;
  if (!isExpected) return error.stack ?? error.message;
  const hint = "hint" in error && typeof error.hint === "string" ? error.hint : undefined;
  return hint ? `${error.message} ${hint}` : error.message;
}
