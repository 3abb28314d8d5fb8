/**
 * Hashes passwords slowly. The caller limits how many calls run at once, because each one takes
 * tens of megabytes.
 */
export interface PasswordHasher {
  /** Returns the hash with its parameters. */
  hash(password: string): Promise<string>;
  /** `isOutdated` is set if the hash has other parameters than new ones. */
  verify(
    password: string,
    hash: string,
  ): Promise<{ readonly isValid: boolean; readonly isOutdated: boolean }>;
}
