import type { ASTNode } from "@marcbachmann/cel-js";
import type { Work } from "../kit/flow/work.ts";
import { requireValue } from "../kit/require-value.ts";
import { CelFailure, fail, type Range } from "./failure.ts";
import { FUNCTIONS } from "./functions.ts";
import { METHODS } from "./methods.ts";
import { BINARY_OPERATORS, UNARY_OPERATORS } from "./operators.ts";
import {
  commonResult,
  findOverload,
  matchingOverloads,
  type Overload,
  type StaticKind,
} from "./overloads.ts";
import { CONSTANTS, kindOf } from "./values.ts";

/** The state of an evaluation. */
export interface Frame {
  readonly work: Work;
  /** The values of the variables: the event first. */
  readonly slots: unknown[];
}

export type Run = (frame: Frame) => unknown;

/** A compiled part of an expression. */
export interface Compiled {
  readonly run: Run;
  /** The type of its value, if it is known. */
  readonly kind: StaticKind;
}

/** The variables at a place of an expression, by name. The values are their slots. */
export type Scope = ReadonlyMap<string, number>;

/** Thrown where an expression is invalid. */
export class CompileError extends Error {
  readonly rule: "type" | "function";
  readonly range: Range;
  constructor(rule: "type" | "function", message: string, range: Range) {
    super(message);
    this.rule = rule;
    this.range = range;
  }
}

/** Returns where an operator or a field is, for errors. */
export const rangeOf = ({ pos, end }: ASTNode): Range => ({ start: pos, end });

export const literal = (value: unknown): Compiled => ({ run: () => value, kind: kindOf(value) });

/** Describes types of operands, as in `int + string`. */
const nameKinds = (kinds: readonly StaticKind[]): readonly string[] =>
  kinds.map((kind) => kind ?? "dyn");

/** Compiles an operator with its operands. */
export function compileOperator(node: ASTNode, operands: readonly Compiled[]): Compiled {
  const operators = operands.length === 1 ? UNARY_OPERATORS : BINARY_OPERATORS;
  const overloads = requireValue(operators[node.op], `the operator ${node.op}`);
  const describe = (kinds: readonly StaticKind[]) => {
    const names = nameKinds(kinds);
    return names.length === 1 ? `${node.op[0]}${names[0]}` : names.join(` ${node.op} `);
  };
  return compileOverloads(node, { overloads, operands, describe });
}

/** Compiles a call of a function or, with the receiver as the first operand, of a method. */
export function compileCall(
  node: ASTNode,
  { name, operands, isMethod }: { name: string; operands: readonly Compiled[]; isMethod: boolean },
): Compiled {
  const overloads = (isMethod ? METHODS : FUNCTIONS).get(name);
  if (!overloads)
    throw new CompileError("function", `The function "${name}" isn't available.`, node.range);
  const describe = (kinds: readonly StaticKind[]) => {
    const names = nameKinds(kinds);
    return isMethod
      ? `${names[0]}.${name}(${names.slice(1).join(", ")})`
      : `${name}(${names.join(", ")})`;
  };
  return compileOverloads(node, { overloads, operands, describe });
}

function compileOverloads(
  node: ASTNode,
  {
    overloads,
    operands,
    describe,
  }: {
    readonly overloads: readonly Overload[];
    readonly operands: readonly Compiled[];
    readonly describe: (kinds: readonly StaticKind[]) => string;
  },
): Compiled {
  const kinds = operands.map(({ kind }) => kind);
  const range = rangeOf(node);
  const possible = matchingOverloads(overloads, kinds);
  const [first, ...others] = possible;
  if (!first) throw new CompileError("type", `No such overload: ${describe(kinds)}.`, range);
  const only = others.length === 0 && isCertain(first, kinds) ? first : undefined;
  const evaluateOperands = createOperands(operands);
  return {
    kind: commonResult(possible),
    run: (frame) => {
      const { work } = frame;
      work.take(1);
      const values = evaluateOperands(frame);
      const overload = only ?? findOverload(possible, values);
      if (!overload) throw fail(work, `No such overload: ${describe(values.map(kindOf))}`, range);
      try {
        return overload.apply(values, work);
      } catch (error) {
        if (error instanceof CelFailure) error.range ??= range;
        throw error;
      }
    },
  };
}

/** Most operators have two operands, which need no loop. */
function createOperands(operands: readonly Compiled[]): (frame: Frame) => readonly unknown[] {
  const runs = operands.map(({ run }) => run);
  const [left, right] = runs;
  if (left && right && runs.length === 2) return (frame) => [left(frame), right(frame)];
  return (frame) => runs.map((run) => run(frame));
}

const isCertain = ({ params }: Overload, kinds: readonly StaticKind[]): boolean =>
  params.every((param, index) => param === "dyn" || kinds[index] !== undefined);

/** Requires a condition whose type is known to be true or false. */
export function requireBoolean({ kind }: Compiled, node: ASTNode, place: string): void {
  if (kind === undefined || kind === "bool") return;
  throw new CompileError("type", `${place} must be true or false, not ${kind}.`, node.range);
}

/** Returns the failure of a condition that is neither true nor false. */
export const notBoolean = (work: Work, value: unknown, node: ASTNode, place: string): CelFailure =>
  fail(work, `${place} must be true or false, not ${kindOf(value)}`, node.range);

export function compileName(node: ASTNode & { op: "id" }, scope: Scope): Compiled {
  const slot = scope.get(node.args);
  if (slot !== undefined) return { run: ({ slots }) => slots[slot], kind: undefined };
  if (CONSTANTS.has(node.args)) return literal(CONSTANTS.get(node.args));
  throw new CompileError("type", `Unknown variable: ${node.args}.`, node.range);
}
