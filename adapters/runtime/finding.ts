/** The result of a check. */
export interface Finding {
  /** A problem prevents the service from working. A note is worth considering. */
  readonly level: "ok" | "note" | "problem";
  /** One or two sentences. */
  readonly message: string;
  /** Details, one a line. */
  readonly lines?: readonly string[];
  /** What to do, in the imperative. */
  readonly action?: string | undefined;
}

export const ok = (message: string): Finding => ({ level: "ok", message });
export const note = (message: string, action?: string): Finding => ({
  level: "note",
  message,
  action,
});
export const problem = (message: string, action?: string): Finding => ({
  level: "problem",
  message,
  action,
});
