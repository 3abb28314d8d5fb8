/** An error in a setting. */
export interface InvalidSetting {
  readonly name: string;
  readonly message: string;
  /** How to fix it, in the imperative. */
  readonly hint?: string | undefined;
}
