import { Problem } from "../../../http/problem.ts";
import { ExtensionError } from "../../../mcp/extension.ts";
import { ERROR_CODES } from "../../../mcp/message.ts";

/** The error codes of MCP Events (SEP-3415). */
export const EVENT_ERRORS = {
  notFound: -32011,
  forbidden: -32012,
  resourceExhausted: -32013,
  unsupported: -32014,
  callbackEndpoint: -32015,
} as const;

export const invalidParams = (message: string, data?: unknown): ExtensionError =>
  new ExtensionError(ERROR_CODES.invalidParams, message, data);

export const notFound = (message: string): ExtensionError =>
  new ExtensionError(EVENT_ERRORS.notFound, message);

const CODES: Partial<Record<Problem["code"], number>> = {
  trigger_not_found: EVENT_ERRORS.notFound,
  permission_denied: EVENT_ERRORS.forbidden,
  too_many_triggers: EVENT_ERRORS.resourceExhausted,
  invalid_input: ERROR_CODES.invalidParams,
  app_not_found: ERROR_CODES.invalidParams,
  tool_not_found: ERROR_CODES.invalidParams,
  connection_not_found: ERROR_CODES.invalidParams,
  connection_ambiguous: ERROR_CODES.invalidParams,
  poll_not_possible: ERROR_CODES.invalidParams,
  schedule_invalid: ERROR_CODES.invalidParams,
  expression_invalid: ERROR_CODES.invalidParams,
};

/** Runs a function, and throws its problems with the codes of MCP Events. */
export async function withEventErrors<Result>(
  requestId: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const code = error instanceof Problem ? CODES[error.code] : undefined;
    if (!(error instanceof Problem) || code === undefined) throw error;
    const message = `${error.message} ${error.hint}`.trim();
    throw new ExtensionError(code, message, error.toBody(requestId ?? ""));
  }
}
