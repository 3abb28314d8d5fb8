import type { Contract, OperationName, Operations } from "./operation.ts";
import type { ParseInput } from "./schema.ts";

/** Runs an operation on what a client sent. HTTP and MCP both end here. */
export type Run<C extends Contract> = (
  name: OperationName<C>,
  input: unknown,
  context: C["context"],
) => unknown;

/** The one way in to a service's operations: what is sent is checked against the table, and only then given on. */
export function createRun<C extends Contract>(
  parseInput: ParseInput,
  operations: Operations<C>,
): Run<C> {
  return (name, input, context) => {
    const operation = operations[name] as (input: unknown, context: C["context"]) => unknown;
    return operation(parseInput(name, input), context);
  };
}
