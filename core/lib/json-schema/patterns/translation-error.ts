/** `unsupported` means that RE2 has no equivalent, for example for backreferences. */
export type Reason = "invalid" | "unsupported";

export class TranslationError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Throws because no engine accepts the pattern. */
export function invalid(): never {
  throw new TranslationError("invalid");
}

/** Throws because RE2 has no equivalent. */
export function unsupported(): never {
  throw new TranslationError("unsupported");
}
