import type { ASTNode } from "@marcbachmann/cel-js";
import { compileAccess, compileHas } from "./access.ts";
import {
  type Compiled,
  CompileError,
  compileCall,
  compileName,
  compileOperator,
  literal,
  type Run,
  type Scope,
} from "./compiler.ts";
import { compileAnd, compileTernary } from "./conditions.ts";
import { fail } from "./failure.ts";
import { compileBind, compileMacro, isMacro } from "./macros.ts";
import { kindOf, toKey, UnsignedInt } from "./values.ts";

/** A compiled expression. */
export interface Program {
  readonly run: Run;
  /** The number of variables, including `event`. */
  readonly slots: number;
}

const MAX_INT = 2n ** 63n - 1n;

/** Compiles what the parser has read. Throws a `CompileError`. */
export function compileProgram(root: ASTNode): Program {
  let slots = 1;
  const compile = (node: ASTNode, scope: Scope): Compiled => {
    switch (node.op) {
      case "value":
        return compileLiteral(node, node.args);
      case "id":
        return compileName(node, scope);
      case ".":
        return compileAccess(node, compile(node.args[0], scope), literal(node.args[1]));
      case "[]":
        return compileAccess(node, compile(node.args[0], scope), compile(node.args[1], scope));
      case "list":
        return compileList(node.args.map((item) => compile(item, scope)));
      case "map":
        return compileMap(node, (part) => compile(part, scope));
      case "?:":
        return compileTernary(node, (part) => compile(part, scope));
      case "||":
      case "&&":
        return compileAnd(node, (part) => compile(part, scope));
      case "call":
        return compileFunction(node, scope);
      case "rcall":
        return compileMethod(node, scope);
      case "-_":
        if (node.args.op === "value" && typeof node.args.args === "bigint")
          return compileLiteral(node, -node.args.args);
        return compileOperator(node, [compile(node.args, scope)]);
      case "!_":
        return compileOperator(node, [compile(node.args, scope)]);
      case ".?":
      case "[?]":
        throw new CompileError("function", "Optional values aren't available.", node.range);
      default:
        return compileOperator(
          node,
          node.args.map((part) => compile(part, scope)),
        );
    }
  };

  const withVariable = (scope: Scope, name: string) => {
    const slot = slots++;
    return { slot, inner: new Map([...scope, [name, slot]]) };
  };

  const compileFunction = (node: ASTNode & { op: "call" }, scope: Scope): Compiled => {
    const [name, args] = node.args;
    if (name === "has") return compileHas(node, (part) => compile(part, scope));
    const operands = args.map((part) => compile(part, scope));
    return compileCall(node, { name, operands, isMethod: false });
  };

  const compileMethod = (node: ASTNode & { op: "rcall" }, scope: Scope): Compiled => {
    const [name, receiver, args] = node.args;
    if (name === "bind" && receiver.op === "id" && receiver.args === "cel")
      return compileBind(node, {
        compile: (part) => compile(part, scope),
        compileInside: (variable, part) => {
          const { slot, inner } = withVariable(scope, variable);
          return { slot, compiled: compile(part, inner) };
        },
      });
    const list = compile(receiver, scope);
    if (isMacro(name, args.length))
      return compileMacro(node, list, (variable, parts) => {
        const { slot, inner } = withVariable(scope, variable);
        return { slot, compiled: parts.map((part) => compile(part, inner)) };
      });
    const operands = [list, ...args.map((part) => compile(part, scope))];
    return compileCall(node, { name, operands, isMethod: true });
  };

  const { run } = compile(root, new Map([["event", 0]]));
  return { run, slots };
}

function compileLiteral(node: ASTNode, value: unknown): Compiled {
  // The parser has a class of its own for unsigned integers, and checks their size.
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    return literal(new UnsignedInt(BigInt(String(value))));
  if (typeof value !== "bigint" || (value <= MAX_INT && value >= -MAX_INT - 1n))
    return literal(value);
  throw new CompileError("type", "The integer has more than 64 bits.", node.range);
}

function compileList(items: readonly Compiled[]): Compiled {
  const runs = items.map(({ run }) => run);
  return {
    kind: "list",
    run: (frame) => {
      frame.work.take(1 + runs.length);
      return runs.map((run) => run(frame));
    },
  };
}

function compileMap(node: ASTNode & { op: "map" }, compile: (part: ASTNode) => Compiled): Compiled {
  const entries = node.args.map(([key, value]) => ({
    key: compile(key).run,
    value: compile(value).run,
    node: key,
  }));
  return {
    kind: "map",
    run: (frame) => {
      frame.work.take(1 + 2 * entries.length);
      const map: Record<string, unknown> = Object.create(null);
      for (const entry of entries) {
        const key = entry.key(frame);
        const name = toKey(key);
        if (name === undefined)
          throw fail(
            frame.work,
            `The key of a map can't be of type ${kindOf(key)}`,
            entry.node.range,
          );
        frame.work.takeText(name.length);
        map[name] = entry.value(frame);
      }
      return map;
    },
  };
}
