/** Reads the responses of apps. */
export { exposedHeaders } from "./exposed-headers.ts";
export {
  extractErrorMessage,
  type FailureCode,
  failureForStatus,
  isRetryable,
  missingScopes,
} from "./failure.ts";
export { readResponse } from "./read-response.ts";
export { parseStoredResult, readResult, type ToolResult } from "./result.ts";
export { sliceResult } from "./result-part.ts";
