import type { ParseInput } from "../input/input-schema.ts";
import type { Contract, OperationName, Operations } from "./operation.ts";

/** Runs an operation with a client's unvalidated input. HTTP and MCP requests both end here. */
export type Run<C extends Contract> = (
  name: OperationName<C>,
  input: unknown,
  context: C["context"],
) => unknown;

/**
 * Creates the only entry to a service's operations. It validates each input against the table
 * before the operation runs.
 */
export function createRun<C extends Contract>(
  parseInput: ParseInput,
  operations: Operations<C>,
): Run<C> {
  return (name, input, context) => {
    const operation = operations[name] as (input: unknown, context: C["context"]) => unknown;
    return operation(parseInput(name, input), context);
  };
}
