/** The outcome of an attempt to carry out an action. */
export interface ActionOutcome {
  readonly status: "succeeded" | "retrying" | "dead" | "outcome_unknown" | "skipped";
  /** The ID of the run. */
  readonly run?: string | undefined;
  readonly reason?: string | undefined;
  readonly statusCode?: number | undefined;
  /** When another attempt makes sense, in seconds. */
  readonly retryAfter?: number | undefined;
  /** The number of failed runs. */
  readonly runs?: number | undefined;
  /**
   * Whether nothing was attempted, because something has to be restored first. Such attempts aren't
   * counted, and end only with the data of the event.
   */
  readonly isWaiting?: boolean | undefined;
  /** Whether the destination no longer exists, so that the action is paused. */
  readonly isGone?: boolean | undefined;
}
