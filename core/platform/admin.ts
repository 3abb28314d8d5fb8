/** Functions for the programs of an operator, which change what the platform stores. */
export { PERMISSIONS, type Permission } from "../../generated/table.ts";
export { createTerminalEntry } from "./account/audit-entry.ts";
export {
  cleanUpAccount,
  createSetupLink,
  createSignInLink,
  isClaimed,
  toPageOrigin,
} from "./account/operator.ts";
export { allowsPasskeys } from "./account/sign-in/passkey-ceremonies.ts";
export { createKey } from "./auth/create-key.ts";
export { storeOAuthClient } from "./connections/flow/oauth-clients.ts";
export { sharedServerOrigin } from "./connections/sign-in-servers.ts";
export { cleanUpRuns } from "./runs/clean-up-runs.ts";
