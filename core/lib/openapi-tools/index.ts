export { redactText, redactValue } from "../redaction/index.ts";
export {
  type AppEntry,
  type AppRecord,
  type AuthMethod,
  type CredentialPlacement,
  type HttpBinding,
  type InputField,
  listsToolsByConnection,
  type OAuthServer,
  type TimestampTree,
  type ToolCard,
  type ToolRecord,
} from "./app.ts";
export type { AppContext } from "./app-context.ts";
export { buildRequest, type RequestInputs } from "./call/build-request.ts";
export { type CheckArguments, createArgumentsCheck } from "./call/check-arguments.ts";
export {
  type BodyArguments,
  type ComposedBody,
  type Composer,
  type Composers,
  jsonBody,
  type LoadComposer,
} from "./call/composer.ts";
export { type ContextChoice, contextOf, readContextChoices } from "./call/context.ts";
export {
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "./call/credential-form.ts";
export { secretTexts } from "./call/credentials.ts";
export type { DecryptedConnection } from "./call/decrypted-connection.ts";
export { exposedHeaders } from "./call/exposed-headers.ts";
export {
  extractErrorMessage,
  type FailureCode,
  failureForStatus,
  isRetryable,
  missingScopes,
} from "./call/failure.ts";
export { isFile, parseFile } from "./call/file.ts";
export { type DownloadedFile, fileUrl, withFile } from "./call/file-url.ts";
export { findMissingContext } from "./call/fill-arguments.ts";
export { resolveMcpEndpoint } from "./call/mcp-endpoint.ts";
export { joinBytes } from "./call/multipart.ts";
export { readResponse } from "./call/read-response.ts";
export {
  findIncompleteArguments,
  redactArguments,
} from "./call/redact.ts";
export { argumentError, type ConnectionRule } from "./call/request-error.ts";
export { parseStoredResult, readResult, type ToolResult } from "./call/result.ts";
export { sliceResult } from "./call/result-part.ts";
