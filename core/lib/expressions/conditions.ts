import type { ASTNode } from "@marcbachmann/cel-js";
import { type Compiled, type Frame, notBoolean, type Run, requireBoolean } from "./compiler.ts";
import { CelFailure } from "./failure.ts";

type Compile = (part: ASTNode) => Compiled;

/** Compiles `condition ? value : other`. */
export function compileTernary(node: ASTNode & { op: "?:" }, compile: Compile): Compiled {
  const [test, left, right] = node.args;
  const condition = compile(test);
  requireBoolean(condition, test, "The condition");
  const [value, other] = [compile(left), compile(right)];
  return {
    kind: value.kind === other.kind ? value.kind : undefined,
    run: (frame) => {
      frame.work.take(1);
      const result = condition.run(frame);
      if (result === true) return value.run(frame);
      if (result === false) return other.run(frame);
      throw notBoolean(frame.work, result, test, "The condition");
    },
  };
}

/**
 * Compiles `&&` and `||`. An operand that decides, on either side, makes up for one that can't be
 * evaluated.
 */
export function compileAnd(node: ASTNode & { op: "&&" | "||" }, compile: Compile): Compiled {
  const decisive = node.op === "||";
  const place = `An operand of ${node.op}`;
  const [leftNode, rightNode] = node.args;
  const [left, right] = [compile(leftNode), compile(rightNode)];
  requireBoolean(left, leftNode, place);
  requireBoolean(right, rightNode, place);
  return {
    kind: "bool",
    run: (frame) => {
      frame.work.take(1);
      const first = attempt(left.run, frame);
      if (first === decisive) return decisive;
      const second = right.run(frame);
      if (second === decisive) return decisive;
      if (first instanceof CelFailure) throw first;
      if (typeof first !== "boolean") throw notBoolean(frame.work, first, leftNode, place);
      if (typeof second !== "boolean") throw notBoolean(frame.work, second, rightNode, place);
      return !decisive;
    },
  };
}

/** Returns the value or the failure. Only reaching the limit of the work is thrown. */
export function attempt(run: Run, frame: Frame): unknown {
  try {
    return run(frame);
  } catch (error) {
    if (error instanceof CelFailure) return error;
    throw error;
  }
}
