import type { ASTNode } from "@marcbachmann/cel-js";
import { type Compiled, CompileError, rangeOf } from "./compiler.ts";
import { fail } from "./failure.ts";
import { type CelMap, kindOf, toKey, valueAt } from "./values.ts";

/** Compiles `map.name`, `map[key]` and `list[index]`. */
export function compileAccess(node: ASTNode, from: Compiled, key: Compiled): Compiled {
  if (from.kind !== undefined && from.kind !== "list" && from.kind !== "map")
    throw new CompileError("type", `A ${from.kind} has no fields.`, rangeOf(node));
  const range = rangeOf(node);
  return {
    kind: undefined,
    run: (frame) => {
      const { work } = frame;
      work.take(1);
      const value = from.run(frame);
      const name = key.run(frame);
      const found = read(value, name);
      if (found !== undefined) return found;
      throw fail(work, explain(node, value), range);
    },
  };
}

function read(value: unknown, key: unknown): unknown {
  if (Array.isArray(value))
    return typeof key === "number" || typeof key === "bigint" ? value[Number(key)] : undefined;
  if (kindOf(value) !== "map") return undefined;
  const name = toKey(key);
  return name === undefined ? undefined : valueAt(value as CelMap, name);
}

/** Names the path of a missing field. */
function explain(node: ASTNode, value: unknown): string {
  const path = node.input.slice(0, node.end).match(/[\w.[\]'"]+$/)?.[0] ?? "event";
  const isIndex = Array.isArray(value) && node.op === "[]";
  if (isIndex) return `"${path}" is outside of the list, which has ${value.length} items`;
  return `"${path}" is missing in this event. Test for it with has(${path})`;
}

/** Compiles `has(map.name)`. */
export function compileHas(
  node: ASTNode & { op: "call" },
  compile: (part: ASTNode) => Compiled,
): Compiled {
  const [argument, ...others] = node.args[1];
  if (argument?.op !== "." || others.length > 0)
    throw new CompileError("type", "has() needs a field, such as has(event.data.id).", node.range);
  const [map, name] = argument.args;
  const { run } = compile(map);
  return {
    kind: "bool",
    run: (frame) => {
      frame.work.take(1);
      const value = run(frame);
      return kindOf(value) === "map" && valueAt(value as CelMap, name) !== undefined;
    },
  };
}
