import { createPasswordHasher } from "../../adapters/sign-in/password-hasher.ts";
import { passwordSuite } from "./passwords.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "PasswordHasher",
  checks: passwordSuite,
  program: import.meta.filename,
  open: () => ({
    hasher: createPasswordHasher(),
    otherHasher: createPasswordHasher({ N: 1024, r: 8, p: 1 }),
    close() {},
  }),
});
