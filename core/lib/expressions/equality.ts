import type { Work } from "../kit/flow/work.ts";
import { type CelMap, type Duration, kindOf, UnsignedInt, valueAt } from "./values.ts";

/** Whether two values are equal. Takes a unit for each pair of items that it compares. */
export function isEqual(left: unknown, right: unknown, work: Work, depth = 0): boolean {
  work.take(1);
  requireDepth(depth);
  if (typeof left === "string" && typeof right === "string") {
    if (left.length !== right.length) return false;
    work.takeText(left.length);
    return left === right;
  }
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return areSameNumbers(left, right);
  const kind = kindOf(left);
  if (kind !== kindOf(right)) return false;
  switch (kind) {
    case "list":
      return areEqualLists(left as unknown[], right as unknown[], { work, depth });
    case "map":
      return areEqualMaps(left as CelMap, right as CelMap, { work, depth });
    case "bytes":
      return areEqualBytes(left as Uint8Array, right as Uint8Array, work);
    case "timestamp":
      return (left as Date).getTime() === (right as Date).getTime();
    case "duration":
      return (left as Duration).milliseconds === (right as Duration).milliseconds;
    default:
      return false;
  }
}

type CelNumber = number | bigint | UnsignedInt;

const isNumber = (value: unknown): value is CelNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof UnsignedInt;

/** The value of a number for comparisons, which JavaScript makes between numbers and bigints. */
export const plainNumber = (value: CelNumber): number | bigint =>
  typeof value === "object" ? value.value : value;

function areSameNumbers(left: CelNumber, right: CelNumber): boolean {
  const a = plainNumber(left);
  const b = plainNumber(right);
  // A number and a bigint are never identical. NaN equals nothing.
  return typeof a === typeof b ? a === b : a <= b && a >= b;
}

/** The deepest values that are compared or converted. Recursion needs a limit below the stack's. */
const MAX_DEPTH = 500;

/** Throws a `RangeError` for values that are nested too deeply. */
export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError(`Values have more than ${MAX_DEPTH} levels.`);
}

interface Place {
  readonly work: Work;
  readonly depth: number;
}

const areEqualLists = (
  left: readonly unknown[],
  right: readonly unknown[],
  { work, depth }: Place,
): boolean =>
  left.length === right.length &&
  left.every((item, index) => isEqual(item, right[index], work, depth + 1));

function areEqualMaps(left: CelMap, right: CelMap, { work, depth }: Place): boolean {
  const keys = keysOf(left, work);
  if (keys.length !== keysOf(right, work).length) return false;
  return keys.every((key) => {
    const other = valueAt(right, key);
    return other !== undefined && isEqual(left[key], other, work, depth + 1);
  });
}

function areEqualBytes(left: Uint8Array, right: Uint8Array, work: Work): boolean {
  if (left.length !== right.length) return false;
  work.take(left.length);
  return left.every((byte, index) => byte === right[index]);
}

/** Returns the keys of a map. */
export function keysOf(map: CelMap, work: Work): readonly string[] {
  const keys = Object.keys(map);
  work.take(keys.length);
  return keys;
}
