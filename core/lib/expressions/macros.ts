import type { ASTNode } from "@marcbachmann/cel-js";
import {
  type Compiled,
  CompileError,
  type Frame,
  notBoolean,
  type Run,
  requireBoolean,
} from "./compiler.ts";
import { attempt } from "./conditions.ts";
import { keysOf } from "./equality.ts";
import { CelFailure, fail } from "./failure.ts";
import { type CelMap, kindOf } from "./values.ts";

type Call = ASTNode & { op: "rcall" };

/** The numbers of arguments of the methods whose arguments are evaluated for each item. */
const MACROS: ReadonlyMap<string, readonly number[]> = new Map([
  ["all", [2]],
  ["exists", [2]],
  ["exists_one", [2]],
  ["filter", [2]],
  ["map", [2, 3]],
]);

export const isMacro = (name: string, args: number): boolean =>
  MACROS.get(name)?.includes(args) === true;

/** Evaluates its arguments for the items of a list. */
interface Loop {
  readonly items: Run;
  /** Evaluates the condition for an item. */
  readonly test: (frame: Frame, item: unknown) => boolean;
  readonly evaluate: (frame: Frame, item: unknown) => unknown;
}

/** Compiles `all`, `exists`, `exists_one`, `filter` and `map`. A map is the list of its keys. */
export function compileMacro(
  node: Call,
  list: Compiled,
  compileInside: (
    variable: string,
    parts: readonly ASTNode[],
  ) => { readonly slot: number; readonly compiled: readonly Compiled[] },
): Compiled {
  const [name, receiver, [variable, ...parts]] = node.args;
  if (list.kind !== undefined && list.kind !== "list" && list.kind !== "map")
    throw new CompileError("type", `${name}() needs a list, not a ${list.kind}.`, receiver.range);
  const { slot, compiled } = compileInside(requireName(variable, receiver), parts);
  const place = `The condition of ${name}()`;
  const [firstPart] = parts;
  const [first, second] = compiled;
  if (!firstPart || !first)
    throw new CompileError("type", `${name}() needs an expression.`, receiver.range);
  const hasTest = name !== "map" || second !== undefined;
  if (hasTest) requireBoolean(first, firstPart, place);
  const loop: Loop = {
    items: (frame) => toItems(frame, list.run(frame), receiver),
    test: (frame, item) => {
      frame.work.take(1);
      frame.slots[slot] = item;
      const value = first.run(frame);
      if (typeof value === "boolean") return value;
      throw notBoolean(frame.work, value, firstPart, place);
    },
    evaluate: (frame, item) => {
      frame.work.take(1);
      frame.slots[slot] = item;
      return (second ?? first).run(frame);
    },
  };
  return compileLoop(name, loop, hasTest);
}

function compileLoop(name: string, loop: Loop, hasTest: boolean): Compiled {
  switch (name) {
    case "all":
      return { kind: "bool", run: (frame) => !isFound(frame, loop, false) };
    case "exists":
      return { kind: "bool", run: (frame) => isFound(frame, loop, true) };
    case "exists_one":
      return {
        kind: "bool",
        run: (frame) => select(frame, loop).length === 1,
      };
    case "filter":
      return { kind: "list", run: (frame) => select(frame, loop) };
    default:
      return {
        kind: "list",
        run: (frame) =>
          (hasTest ? select(frame, loop) : itemsOf(frame, loop)).map((item) =>
            loop.evaluate(frame, item),
          ),
      };
  }
}

const itemsOf = (frame: Frame, { items }: Loop): readonly unknown[] => {
  frame.work.take(1);
  return items(frame) as readonly unknown[];
};

const select = (frame: Frame, loop: Loop): readonly unknown[] =>
  itemsOf(frame, loop).filter((item) => loop.test(frame, item));

/** Whether the condition has a value for an item. Fails only if no item decides. */
function isFound(frame: Frame, loop: Loop, wanted: boolean): boolean {
  let failure: CelFailure | undefined;
  for (const item of itemsOf(frame, loop)) {
    const value = attempt(() => loop.test(frame, item), frame);
    if (value === wanted) return true;
    if (value instanceof CelFailure) failure ??= value;
  }
  if (failure) throw failure;
  return false;
}

function toItems(frame: Frame, value: unknown, node: ASTNode): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const kind = kindOf(value);
  if (kind === "map") return keysOf(value as CelMap, frame.work);
  throw fail(frame.work, `A list is needed, not a ${kind}`, node.range);
}

function requireName(node: ASTNode | undefined, receiver: ASTNode): string {
  if (node?.op === "id") return node.args;
  throw new CompileError("type", "The name of a variable is needed.", (node ?? receiver).range);
}

/** Compiles `cel.bind(name, value, expression)`. */
export function compileBind(
  node: Call,
  {
    compile,
    compileInside,
  }: {
    readonly compile: (part: ASTNode) => Compiled;
    readonly compileInside: (
      variable: string,
      part: ASTNode,
    ) => { readonly slot: number; readonly compiled: Compiled };
  },
): Compiled {
  const [variable, bound, expression] = node.args[2];
  if (!bound || !expression)
    throw new CompileError("type", "cel.bind() needs a name, a value and a result.", node.range);
  const value = compile(bound);
  const { slot, compiled } = compileInside(requireName(variable, node), expression);
  return {
    kind: compiled.kind,
    run: (frame) => {
      frame.work.take(1);
      frame.slots[slot] = value.run(frame);
      return compiled.run(frame);
    },
  };
}
