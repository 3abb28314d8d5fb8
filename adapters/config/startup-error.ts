/**
 * A mistake in the settings or in the environment that prevents the start. Its message is for the
 * operator, explains the fix and contains no secret.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
