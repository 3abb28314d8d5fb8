/** Functions for the programs of an operator, which change what the platform stores. */
export { PERMISSIONS, type Permission } from "../../generated/table.ts";
export { createTerminalEntry } from "./account/audit-entry.ts";
export {
  cleanUpAccount,
  createInvitation,
  createSetupLink,
  createSignInLink,
  isClaimed,
  readRunDays,
  toPageOrigin,
} from "./account/operator.ts";
export { allowsPasskeys } from "./account/sign-in/passkey-ceremonies.ts";
export { PROVIDER_CALLBACK } from "./account/sign-in/provider-ceremonies.ts";
export { createKey } from "./auth/create-key.ts";
export { removeOwnApp, saveOwnApp } from "./catalog/manage-own-apps.ts";
export { storeOAuthClient } from "./connections/flow/operator-clients.ts";
export { needsOperatorClient, sharedServerOrigin } from "./connections/sign-in-servers.ts";
export { deleteSecrets } from "./connections/stored-connection.ts";
export { cleanUpRuns } from "./runs/clean-up-runs.ts";
export {
  deleteSharedSecrets,
  isSharedSecret,
  readSharedSecrets,
  storeSharedSecret,
} from "./triggers/webhooks/webhook-secrets.ts";
