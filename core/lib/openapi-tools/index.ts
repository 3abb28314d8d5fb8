export type {
  AppEntry,
  AppRecord,
  AuthMethod,
  CredentialPlacement,
  InputField,
  OAuthServer,
  ToolCard,
  ToolRecord,
} from "./app.ts";
export { resolveBaseUrl } from "./call/base-url.ts";
export { buildRequest, isSafe, type RequestInputs } from "./call/build-request.ts";
export { type CheckArguments, createArgumentsCheck } from "./call/check-arguments.ts";
export {
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "./call/credential-form.ts";
export { placeCredentials, secretTexts } from "./call/credentials.ts";
export type { DecryptedConnection } from "./call/decrypted-connection.ts";
export { exposedHeaders } from "./call/exposed-headers.ts";
export {
  extractErrorMessage,
  type FailureCode,
  failureForStatus,
  isErrorBody,
  isRetryable,
  missingScopes,
} from "./call/failure.ts";
export { detectContentKind } from "./call/media-type.ts";
export { nextArguments } from "./call/next-page.ts";
export { redactArguments, redactText } from "./call/redact.ts";
export { fileArguments } from "./call/request-body.ts";
export type { ConnectionRule } from "./call/request-error.ts";
export { readResult, type ToolResult } from "./call/result.ts";
export { sliceResult } from "./call/result-part.ts";
export {
  isTransientStatus,
  MAX_ATTEMPTS,
  parseRetryAfter,
  retryDelay,
} from "./call/retry-policy.ts";
