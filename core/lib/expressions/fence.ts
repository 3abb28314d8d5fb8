import type { ASTNode } from "@marcbachmann/cel-js";

/** Methods whose argument is evaluated for each item of a list or a map. */
const MACROS = new Set(["all", "exists", "exists_one", "map", "filter"]);
const MAX_NESTED_MACROS = 2;
/** The most items that macros visit. */
const MAX_STEPS = 1_000_000;

/**
 * Functions that aren't available: `matches` evaluates regular expressions in exponential time, and
 * `json` creates lists of any length.
 */
const REFUSED = new Set(["matches", "json"]);

/** What the work of an expression depends on. */
export interface Complexity {
  /** The deepest nesting of macros. */
  readonly macroDepth: number;
  /** The number of additions, which can join lists. */
  readonly additions: number;
  /** The number of items of the longest list or map in the expression itself. */
  readonly literalItems: number;
  /** Whether it splits texts into lists. */
  readonly splits: boolean;
}

/** A part of an expression that isn't allowed. */
export interface Refusal {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Measures an expression, or finds the first part of it that isn't allowed. */
export function measure(root: ASTNode): Complexity | Refusal {
  let macroDepth = 0;
  let additions = 0;
  let literalItems = 0;
  let splits = false;
  let refusal: Refusal | undefined;

  const visit = (node: ASTNode, depth: number): void => {
    if (refusal) return;
    const name = node.op === "call" || node.op === "rcall" ? node.args[0] : undefined;
    const isMacro = node.op === "rcall" && MACROS.has(name!);
    const innerDepth = isMacro ? depth + 1 : depth;
    macroDepth = Math.max(macroDepth, innerDepth);
    if (node.op === "+") additions++;
    if (node.op === "list" || node.op === "map")
      literalItems = Math.max(literalItems, node.args.length);
    if (name === "split") splits = true;
    if (name !== undefined && REFUSED.has(name))
      refusal = { message: `The function "${name}" isn't available.`, ...node.range };
    else if (innerDepth > MAX_NESTED_MACROS)
      refusal = {
        message: `More than ${MAX_NESTED_MACROS} nested calls of ${[...MACROS].join(", ")}.`,
        ...node.range,
      };
    if (node.op === "rcall") {
      const [, receiver, args] = node.args;
      // The list itself is evaluated once, outside the macro.
      visit(receiver, depth);
      for (const arg of args) visit(arg, innerDepth);
    } else for (const child of children(node)) visit(child, depth);
  };
  visit(root, 0);
  return refusal ?? { macroDepth, additions, literalItems, splits };
}

/** Whether evaluating an expression with a value could take too long. */
export function isTooLong(complexity: Complexity, value: unknown): boolean {
  const { macroDepth, additions, literalItems, splits } = complexity;
  if (macroDepth === 0) return false;
  const { items, characters } = measureValue(value);
  const longest = Math.max(items, literalItems, splits ? characters : 0) * (additions + 1);
  return longest ** macroDepth > MAX_STEPS;
}

/** Returns the lengths of the longest list or object, and of the longest text. */
function measureValue(value: unknown): { readonly items: number; readonly characters: number } {
  if (typeof value === "string") return { items: 0, characters: value.length };
  if (typeof value !== "object" || value === null) return { items: 0, characters: 0 };
  const values = Object.values(value);
  let items = values.length;
  let characters = 0;
  for (const child of values) {
    const measured = measureValue(child);
    items = Math.max(items, measured.items);
    characters = Math.max(characters, measured.characters);
  }
  return { items, characters };
}

function* children(node: ASTNode): Iterable<ASTNode> {
  const pending: unknown[] = [node.args];
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) pending.push(...next);
    else if (typeof next === "object" && next !== null && "op" in next) yield next as ASTNode;
  }
}
