import assert from "node:assert/strict";
import { type CallResult, type OperationName, skip } from "../case.ts";
import type { ClientError, ProgramOutcome } from "../clients/client-program.ts";
import type { TargetKind, TestResponse } from "../targets/target.ts";
import { parseBody, validatorFor } from "./spec-validator.ts";

/**
 * Converts the outcome of a client's call to the result of the operation. The client must return
 * the body unchanged, or throw an error that contains everything that the response says. Skips the
 * case if the client sent nothing because it refuses the input.
 */
export function toCallResult(
  { service, scope }: TargetKind,
  name: OperationName,
  { value, error }: ProgramOutcome,
  response: TestResponse | undefined,
): CallResult<any> {
  if (!response) {
    if (error?.code === "invalid_input") skip(`the client refuses it: ${error.message}`);
    throw new Error(`The client sent nothing. ${error?.printed}`);
  }
  const validator = validatorFor(service);
  const violations = validator.operationViolations(name, response);
  if (scope !== "document") violations.push(...validator.generalViolations(response));
  const body = parseBody(response);
  if (error) assertDescribes(error, response, body);
  else assert.deepEqual(value, body, "the client changed the body");
  return {
    status: response.status,
    value: error ? error.problem : value,
    headers: response.headers,
    violations,
  };
}

function assertDescribes(error: ClientError, { status, headers }: TestResponse, body: any): void {
  if (!error.isJackfieldError) throw new Error(error.printed);
  assert.deepEqual(error.problem, body, "the client changed the problem");
  assert.deepEqual(
    {
      code: error.code,
      status: error.status,
      hint: error.hint ?? undefined,
      retryable: error.retryable,
      requestId: error.requestId,
      attempts: error.attempts,
    },
    {
      code: body.code,
      status,
      hint: body.hint,
      retryable: body.retryable,
      requestId: headers["request-id"],
      attempts: 1,
    },
  );
  assert.ok(error.message.startsWith(body.detail), error.message);
}
