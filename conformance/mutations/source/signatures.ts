import type { SourceMutation } from "./source-mutation.ts";

const GROUP = "the nonces of a verifier";
const TESTS = "signatures/nonces.test.ts";

/** Defects in what a signature that can be repeated is worth. */
export const signatureMutations: readonly SourceMutation[] = [
  {
    description: "a signature without a nonce that identifies a change",
    file: "core/lib/http-signatures/signature-claim.ts",
    find: 'const SAFE_METHODS = new Set(["GET", "HEAD"]);',
    replace: 'const SAFE_METHODS = new Set(["GET", "HEAD", "POST"]);',
    testFile: TESTS,
    failingTest: `${GROUP} › are required for everything that may change something, and for long lifetimes`,
  },
  {
    description: "a nonce that counts as new while it can't be checked",
    file: "core/lib/http-signatures/agent-verifier.ts",
    find: 'return "nonces_unavailable";',
    replace: "return undefined;",
    testFile: TESTS,
    failingTest: `${GROUP} › are not verified if the store refuses them or can't check them`,
  },
];
