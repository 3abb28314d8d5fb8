import type { Work } from "../kit/flow/work.ts";
import { isEqual, plainNumber } from "./equality.ts";
import { fail } from "./failure.ts";
import type { Overload } from "./overloads.ts";
import { type CelMap, Duration, type Kind, toKey, UnsignedInt, valueAt } from "./values.ts";

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
const MAX_UINT = 2n ** 64n - 1n;

/** Returns an integer of 64 bits. */
export function requireInt(value: bigint, work: Work): bigint {
  if (value <= MAX_INT && value >= MIN_INT) return value;
  throw fail(work, "The integer has more than 64 bits");
}

/** Returns an unsigned integer of 64 bits. */
export function requireUint(value: bigint, work: Work): UnsignedInt {
  if (value <= MAX_UINT && value >= 0n) return new UnsignedInt(value);
  throw fail(work, "The unsigned integer is negative or has more than 64 bits");
}

type Apply<Value> = (left: Value, right: Value, work: Work) => Value;

const requireDivisor = (value: bigint, work: Work): bigint => {
  if (value !== 0n) return value;
  throw fail(work, "Division by zero");
};

type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";

const INTEGERS: Readonly<Record<ArithmeticOperator, Apply<bigint>>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right, work) => left / requireDivisor(right, work),
  "%": (left, right, work) => left % requireDivisor(right, work),
};

const DOUBLES: Readonly<Record<ArithmeticOperator, Apply<number>>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  // CEL has no remainder of doubles. JSON has no other numbers.
  "%": (left, right) => left % right,
};

const overload = (
  params: readonly (Kind | "dyn")[],
  returns: Kind,
  apply: (left: any, right: any, work: Work) => unknown,
): Overload => ({ params, returns, apply: ([left, right], work) => apply(left, right, work) });

/** Arithmetic of numbers. A double with an integer is a double, because JSON has only doubles. */
function arithmetic(operator: ArithmeticOperator): readonly Overload[] {
  const calculate = INTEGERS[operator];
  const calculateDoubles = DOUBLES[operator];
  const doubles = (left: number | bigint, right: number | bigint, work: Work) =>
    calculateDoubles(Number(left), Number(right), work);
  return [
    overload(["double", "double"], "double", calculateDoubles),
    overload(["double", "int"], "double", doubles),
    overload(["int", "double"], "double", doubles),
    overload(["int", "int"], "int", (left, right, work) =>
      requireInt(calculate(left, right, work), work),
    ),
    overload(["uint", "uint"], "uint", (left: UnsignedInt, right: UnsignedInt, work) =>
      requireUint(calculate(left.value, right.value, work), work),
    ),
  ];
}

const additions: readonly Overload[] = [
  overload(["string", "string"], "string", (left: string, right: string, work) => {
    work.takeText(left.length + right.length);
    return left + right;
  }),
  overload(["list", "list"], "list", (left: unknown[], right: unknown[], work) => {
    work.take(left.length + right.length);
    return left.concat(right);
  }),
  overload(["bytes", "bytes"], "bytes", (left: Uint8Array, right: Uint8Array, work) => {
    work.takeText(left.length + right.length);
    const joined = new Uint8Array(left.length + right.length);
    joined.set(left);
    joined.set(right, left.length);
    return joined;
  }),
  overload(["duration", "duration"], "duration", (left: Duration, right: Duration, work) =>
    toDuration(left.milliseconds + right.milliseconds, work),
  ),
  overload(["timestamp", "duration"], "timestamp", (left: Date, right: Duration, work) =>
    toTimestamp(left.getTime() + right.milliseconds, work),
  ),
  overload(["duration", "timestamp"], "timestamp", (left: Duration, right: Date, work) =>
    toTimestamp(right.getTime() + left.milliseconds, work),
  ),
];

const subtractions: readonly Overload[] = [
  overload(["duration", "duration"], "duration", (left: Duration, right: Duration, work) =>
    toDuration(left.milliseconds - right.milliseconds, work),
  ),
  overload(["timestamp", "timestamp"], "duration", (left: Date, right: Date, work) =>
    toDuration(left.getTime() - right.getTime(), work),
  ),
  overload(["timestamp", "duration"], "timestamp", (left: Date, right: Duration, work) =>
    toTimestamp(left.getTime() - right.milliseconds, work),
  ),
];

const MIN_TIME = Date.parse("0001-01-01T00:00:00Z");
const MAX_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns the time of milliseconds since 1970, between the years 1 and 9999. */
export function toTimestamp(milliseconds: number, work: Work): Date {
  if (milliseconds >= MIN_TIME && milliseconds <= MAX_TIME) return new Date(milliseconds);
  throw fail(work, "The time isn't between the years 1 and 9999");
}

/** Returns the duration of milliseconds, at most that of all timestamps. */
export function toDuration(milliseconds: number, work: Work): Duration {
  if (Math.abs(milliseconds) <= MAX_TIME - MIN_TIME) return new Duration(milliseconds);
  throw fail(work, "The duration is too long");
}

const ORDERED: readonly (readonly [Kind, Kind])[] = [
  ["string", "string"],
  ["bool", "bool"],
  ["timestamp", "timestamp"],
  ["duration", "duration"],
  ...(["double", "int", "uint"] as const).flatMap((left) =>
    (["double", "int", "uint"] as const).map((right): [Kind, Kind] => [left, right]),
  ),
];

function comparison(test: (left: any, right: any) => boolean): readonly Overload[] {
  return ORDERED.map(([left, right]) =>
    overload([left, right], "bool", (a, b, work) => {
      if (left === "string") {
        work.takeText(Math.min(a.length, b.length));
        return test(a, b);
      }
      if (left === "duration") return test(a.milliseconds, b.milliseconds);
      return left === "bool" || left === "timestamp"
        ? test(a, b)
        : test(plainNumber(a), plainNumber(b));
    }),
  );
}

const equality = (isNegated: boolean): readonly Overload[] => [
  overload(["dyn", "dyn"], "bool", (left, right, work) => isEqual(left, right, work) !== isNegated),
];

const membership: readonly Overload[] = [
  overload(["dyn", "list"], "bool", (value: unknown, list: unknown[], work) =>
    list.some((item) => isEqual(value, item, work)),
  ),
  overload(["dyn", "map"], "bool", (value: unknown, map: CelMap) => {
    const key = toKey(value);
    return key !== undefined && valueAt(map, key) !== undefined;
  }),
];

/** The operators with two operands, besides `||` and `&&`. */
export const BINARY_OPERATORS: Readonly<Record<string, readonly Overload[]>> = {
  "+": [...arithmetic("+"), ...additions],
  "-": [...arithmetic("-"), ...subtractions],
  "*": arithmetic("*"),
  "/": arithmetic("/"),
  "%": arithmetic("%"),
  "==": equality(false),
  "!=": equality(true),
  "<": comparison((left, right) => left < right),
  "<=": comparison((left, right) => left <= right),
  ">": comparison((left, right) => left > right),
  ">=": comparison((left, right) => left >= right),
  in: membership,
};

/** The operators with one operand, as the parser names them. */
export const UNARY_OPERATORS: Readonly<Record<string, readonly Overload[]>> = {
  "!_": [{ params: ["bool"], returns: "bool", apply: ([value]) => !value }],
  "-_": [
    { params: ["double"], returns: "double", apply: ([value]) => -value },
    { params: ["int"], returns: "int", apply: ([value], work) => requireInt(0n - value, work) },
  ],
};
