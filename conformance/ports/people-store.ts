import { claimChecks } from "./people-store/claims.ts";
import { deletionChecks } from "./people-store/deletion.ts";
import { memberChecks, ticketChecks } from "./people-store/members.ts";
import { auditChecks, sessionChecks } from "./people-store/sessions.ts";
import { signInMethodChecks } from "./people-store/sign-in-methods.ts";
import { userChecks } from "./people-store/users.ts";

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
