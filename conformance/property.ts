import assert from "node:assert/strict";
import fc from "fast-check";
import { validatorFor } from "./callers/spec-validator.ts";
import type { OperationName } from "./case.ts";
import type { Service } from "./services/service.ts";
import type { Target, TestResponse } from "./targets/target.ts";

/** A property that is tested with many generated inputs. */
export interface Property {
  readonly it: string;
  /** Rejects with the smallest failing input. */
  verify(target: Target, numRuns: number): Promise<void>;
}

/** Asserts that a response is declared in the spec and isn't an internal error. */
export function assertDeclared(
  service: Service,
  operation: OperationName,
  response: TestResponse,
): void {
  const { operationViolations, generalViolations } = validatorFor(service);
  assert.ok(response.status < 500, `status ${response.status}`);
  assert.deepEqual(
    [...operationViolations(operation, response), ...generalViolations(response)],
    [],
  );
}

/** Asserts that a check holds for `numRuns` values. */
export const assertProperty = <Value>(
  numRuns: number,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(values, check), { numRuns });
