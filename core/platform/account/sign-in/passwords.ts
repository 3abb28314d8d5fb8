import { Problem } from "../../../http/problem.ts";
import { randomToken } from "../../../lib/kit/random.ts";
import { createSemaphore } from "../../../lib/kit/semaphore.ts";
import type { PasswordHasher } from "../../../ports/passwords.ts";
import { createPasswordDelays, type PasswordDelays } from "./password-delays.ts";

/** Hashes and checks passwords, two at a time. */
export interface PasswordService {
  readonly delays: PasswordDelays;
  /** Throws the `Problem` "sign_in_busy" if too many calls wait. */
  hash(password: string): Promise<string>;
  /**
   * Checks a password. Without a hash it takes as long as with one and is never valid. `newHash` is
   * set if the stored hash has old parameters. Throws like `hash`.
   */
  verify(
    password: string,
    hash: string | undefined,
  ): Promise<{ readonly isValid: boolean; readonly newHash?: string | undefined }>;
}

const CONCURRENT = 2;
const MAX_WAITING = 8;

export function createPasswordService(hasher: PasswordHasher, now: () => number): PasswordService {
  const semaphore = createSemaphore(CONCURRENT);
  let dummy: Promise<string> | undefined;

  const runBounded = <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (semaphore.waiting >= MAX_WAITING)
      throw new Problem("sign_in_busy", "Too many passwords are being checked.", {
        hint: "Try again in a few seconds, or use another way to sign in.",
        headers: { "retry-after": "5" },
      });
    return semaphore.run(task);
  };

  return {
    delays: createPasswordDelays(now),
    hash: async (password) => runBounded(() => hasher.hash(password)),
    verify: async (password, hash) =>
      runBounded(async () => {
        // Created on any first check, so that its time doesn't depend on the name.
        dummy ??= hasher.hash(randomToken());
        const { isValid, isOutdated } = await hasher.verify(password, hash ?? (await dummy));
        if (hash === undefined || !isValid) return { isValid: false };
        return { isValid, newHash: isOutdated ? await hasher.hash(password) : undefined };
      }),
  };
}
