/** A request to an app for a trigger that failed. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
  readonly code: string;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
