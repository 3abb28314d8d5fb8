/**
 * A mistake in the settings or in the environment that prevents the start. Its message is for the
 * operator and contains no secret. `hint` explains the fix, unless the message does.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.hint = hint;
  }
}
