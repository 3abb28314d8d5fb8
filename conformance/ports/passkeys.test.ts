import { createPasskeyVerifier } from "../../adapters/sign-in/passkeys.ts";
import { passkeySuite } from "./passkeys.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "PasskeyVerifier",
  checks: passkeySuite,
  program: import.meta.filename,
  open: () => ({ verifier: createPasskeyVerifier(), close() {} }),
});
