/** Reads the credentials of connections, and keeps them out of what is shown. */
export {
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "./credential-form.ts";
export { secretTexts } from "./credentials.ts";
export type { DecryptedConnection } from "./decrypted-connection.ts";
export { findIncompleteArguments, redactArguments } from "./redact.ts";
