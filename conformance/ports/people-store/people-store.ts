import { claimChecks } from "./claims.ts";
import { deletionChecks } from "./deletion.ts";
import { memberChecks, ticketChecks } from "./members.ts";
import { auditChecks, sessionChecks } from "./sessions.ts";
import { signInMethodChecks } from "./sign-in-methods.ts";
import { userChecks } from "./users.ts";

/** Checks that every implementation of `PeopleStore`, `SessionStore` and `AuditLog` must pass. */
export const accountStoresSuite = [
  ...claimChecks,
  ...memberChecks,
  ...ticketChecks,
  ...signInMethodChecks,
  ...sessionChecks,
  ...auditChecks,
  ...userChecks,
  ...deletionChecks,
];
