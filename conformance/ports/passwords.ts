import assert from "node:assert/strict";
import type { PasswordHasher } from "../../core/ports/passwords.ts";
import { createCheck } from "./port-check.ts";

interface PasswordFixture {
  /** A hasher with the parameters of new hashes, and one with others. */
  readonly hasher: PasswordHasher;
  readonly otherHasher: PasswordHasher;
  close(): void;
}

const check = createCheck<PasswordFixture>;

export const passwordSuite = [
  check("accepts the password of a hash, and no other", async ({ hasher }) => {
    const hash = await hasher.hash("correct horse \u{1f40e}");
    assert.deepEqual(await hasher.verify("correct horse \u{1f40e}", hash), {
      isValid: true,
      isOutdated: false,
    });
    assert.equal((await hasher.verify("correct horse", hash)).isValid, false);
    assert.doesNotMatch(hash, /correct/);
  }),

  check("never creates the same hash twice", async ({ hasher }) => {
    assert.notEqual(await hasher.hash("a"), await hasher.hash("a"));
  }),

  check("accepts a composed and a decomposed letter as the same", async ({ hasher }) => {
    const hash = await hasher.hash("caf\u00e9");
    assert.equal((await hasher.verify("cafe\u0301", hash)).isValid, true);
  }),

  check("verifies hashes with other parameters, and says so", async ({ hasher, otherHasher }) => {
    const hash = await otherHasher.hash("a");
    assert.deepEqual(await hasher.verify("a", hash), { isValid: true, isOutdated: true });
  }),

  check("rejects a hash in another format", async ({ hasher }) => {
    for (const hash of ["", "a", "scrypt$1", "$2b$10$abcdefghijklmnopqrstuv"])
      assert.equal((await hasher.verify("a", hash)).isValid, false);
  }),
];
