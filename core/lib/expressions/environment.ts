import { Environment } from "@marcbachmann/cel-js";

/** The most nodes of an expression. */
const MAX_NODES = 500;
const MAX_DEPTH = 30;

/**
 * The environment of all expressions: CEL with the variable `event`. Numbers of JSON are doubles, so
 * arithmetic with an int literal needs operators that CEL doesn't define.
 */
export const environment = new Environment({
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: MAX_NODES, maxDepth: MAX_DEPTH, maxListElements: 100, maxMapEntries: 100 },
}).registerVariable("event", "dyn");

const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
};

for (const [operator, apply] of Object.entries(OPERATORS)) {
  const calculate = (left: number | bigint, right: number | bigint) =>
    apply(Number(left), Number(right));
  // Without its own type, a result would have the type of the left operand.
  environment.registerOperator(`double ${operator} int: double`, calculate);
  environment.registerOperator(`int ${operator} double: double`, calculate);
}
// CEL has no remainder of doubles. JSON has no other numbers.
environment.registerOperator("double % double", OPERATORS["%"]!);
