export {
  type AppEntry,
  type AppRecord,
  type AuthMethod,
  type CredentialPlacement,
  type InputField,
  listsToolsByConnection,
  type OAuthServer,
} from "./app.ts";
export type { AppContext } from "./app-context.ts";
export { type CheckArguments, createArgumentsCheck } from "./call/arguments/check-arguments.ts";
export { type ContextChoice, contextOf, readContextChoices } from "./call/arguments/context.ts";
export { findMissingContext } from "./call/arguments/fill-arguments.ts";
export {
  type BodyArguments,
  type ComposedBody,
  type Composer,
  type Composers,
  jsonBody,
  type LoadComposer,
} from "./call/body/composer.ts";
export { isFile, parseFile } from "./call/body/file.ts";
export {
  type DownloadedFile,
  type FileReference,
  findFileReference,
  withFile,
} from "./call/body/file-url.ts";
export { encodeRelated } from "./call/body/multipart.ts";
export { fileType, readFileContent } from "./call/body/upload.ts";
export { buildRequest, type RequestInputs } from "./call/build-request.ts";
export {
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "./call/credentials/credential-form.ts";
export { secretTexts } from "./call/credentials/credentials.ts";
export type { DecryptedConnection } from "./call/credentials/decrypted-connection.ts";
export {
  findIncompleteArguments,
  redactArguments,
} from "./call/credentials/redact.ts";
export { resolveMcpEndpoint } from "./call/mcp-endpoint.ts";
export { argumentError, type ConnectionRule } from "./call/request-error.ts";
export { exposedHeaders } from "./call/result/exposed-headers.ts";
export {
  extractErrorMessage,
  type FailureCode,
  failureForStatus,
  isRetryable,
  missingScopes,
} from "./call/result/failure.ts";
export { readResponse } from "./call/result/read-response.ts";
export { parseStoredResult, readResult, type ToolResult } from "./call/result/result.ts";
export { sliceResult } from "./call/result/result-part.ts";
export type { HttpBinding, TimestampTree, ToolCard, ToolCheck, ToolRecord } from "./tool-record.ts";
