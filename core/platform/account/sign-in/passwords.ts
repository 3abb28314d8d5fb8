import { Problem } from "../../../http/problem.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { createSemaphore, SemaphoreTimeoutError } from "../../../lib/kit/flow/semaphore.ts";
import type { PasswordHasher } from "../../../ports/passwords.ts";

/** Who waits for a password to be hashed. */
export interface PasswordClient {
  /** The person or the device if it is known, otherwise the network. */
  readonly holder: string;
  /** Whether it is a session, a device or a link that has proved itself before. */
  readonly isKnown: boolean;
}

/** Hashes and checks passwords, two at a time. */
export interface PasswordService {
  /** Throws the `Problem` "sign_in_busy" if too many calls wait. */
  hash(password: string, client: PasswordClient): Promise<string>;
  /**
   * Checks a password. Without a hash it takes as long as with one and is never valid. `newHash` is
   * set if the stored hash has old parameters. Throws like `hash`.
   */
  verify(
    password: string,
    hash: string | undefined,
    client: PasswordClient,
  ): Promise<{ readonly isValid: boolean; readonly newHash?: string | undefined }>;
}

/** How many calls of one network, of one known client, and of a whole queue may wait. */
const MAX_WAITING_OF_NETWORK = 2;
const MAX_WAITING_OF_KNOWN = 32;
const MAX_WAITING = 64;
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Known clients and strangers have one place each, so strangers can't keep a known client waiting.
 * The holders of a queue take turns.
 */
export function createPasswordService(hasher: PasswordHasher): PasswordService {
  const known = createSemaphore(1);
  const strangers = createSemaphore(1);
  let dummy: Promise<string> | undefined;

  async function runBounded<Result>(
    { holder, isKnown }: PasswordClient,
    task: () => Promise<Result>,
  ): Promise<Result> {
    const semaphore = isKnown ? known : strangers;
    const maxOfHolder = isKnown ? MAX_WAITING_OF_KNOWN : MAX_WAITING_OF_NETWORK;
    if (semaphore.waitingOf(holder) >= maxOfHolder || semaphore.waiting >= MAX_WAITING)
      throw busyProblem();
    try {
      return await semaphore.run(task, { holder, timeoutMs: TIMEOUT_MILLISECONDS });
    } catch (error) {
      throw error instanceof SemaphoreTimeoutError ? busyProblem() : error;
    }
  }

  return {
    hash: (password, client) => runBounded(client, () => hasher.hash(password)),
    verify: (password, hash, client) =>
      runBounded(client, async () => {
        // Created on any first check, so that its time doesn't depend on the name.
        dummy ??= hasher.hash(randomToken());
        const { isValid, isOutdated } = await hasher.verify(password, hash ?? (await dummy));
        if (hash === undefined || !isValid) return { isValid: false };
        return { isValid, newHash: isOutdated ? await hasher.hash(password) : undefined };
      }),
  };
}

const busyProblem = () =>
  new Problem("sign_in_busy", "Too many passwords are being checked.", {
    hint: "Try again in a few seconds, or use another way to sign in.",
    headers: { "retry-after": "5" },
  });
