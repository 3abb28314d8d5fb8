/** An error in a value that a library received. */
export interface InputError {
  /** A JSON Pointer (RFC 6901) to the wrong value. */
  readonly pointer: string;
  /** The rule that the value breaks: a keyword of JSON Schema, or a name that the library defines. */
  readonly rule: string;
  /** One sentence for people. It may quote the value. */
  readonly message: string;
}

/** Thrown by library functions that can't use their input. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly error: InputError;

  constructor(error: InputError) {
    super(error.message);
    this.error = error;
  }
}
