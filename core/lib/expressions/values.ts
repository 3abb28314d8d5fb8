/** An unsigned integer of 64 bits. */
export class UnsignedInt {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
  toString(): string {
    return String(this.value);
  }
}

/** A duration, which is negative before its start. */
export class Duration {
  readonly milliseconds: number;
  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
  /** In seconds, as Protocol Buffers write it in JSON. */
  toString(): string {
    return `${Number((this.milliseconds / 1_000).toFixed(9))}s`;
  }
}

/** The type of a value of CEL. Its name is that of the type in expressions. */
export type Kind =
  | "string"
  | "int"
  | "uint"
  | "double"
  | "bool"
  | "null"
  | "bytes"
  | "list"
  | "map"
  | "timestamp"
  | "duration"
  | "type";

/** A type as a value, such as the result of `type(1)`. */
export class TypeValue {
  readonly kind: Kind;
  constructor(kind: Kind) {
    this.kind = kind;
  }
}

const KINDS: readonly Kind[] = [
  "string",
  "int",
  "uint",
  "double",
  "bool",
  "null",
  "bytes",
  "list",
  "map",
  "timestamp",
  "duration",
  "type",
];

/** One value for each type, so that equal types are the same value. */
export const TYPES = Object.fromEntries(
  KINDS.map((kind) => [kind, new TypeValue(kind)]),
) as Readonly<Record<Kind, TypeValue>>;

/** Names in expressions that have a value, besides `event`. */
export const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...KINDS.filter((kind) => kind !== "null" && kind !== "timestamp" && kind !== "duration").map(
    (kind): [string, unknown] => [kind, TYPES[kind]],
  ),
  ["null_type", TYPES.null],
  ["google", { protobuf: { Timestamp: TYPES.timestamp, Duration: TYPES.duration } }],
]);

/** Returns the type of a value. Objects of JSON and of map literals are maps. */
export function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "double";
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "object":
      return value === null ? "null" : kindOfObject(value);
    default:
      return "null";
  }
}

function kindOfObject(value: object): Kind {
  if (Array.isArray(value)) return "list";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Date) return "timestamp";
  if (value instanceof UnsignedInt) return "uint";
  if (value instanceof Duration) return "duration";
  return value instanceof TypeValue ? "type" : "map";
}

export type CelMap = Readonly<Record<string, unknown>>;

/** Returns the value of a key, or `undefined`. Never one of a prototype. */
export const valueAt = (map: CelMap, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** Returns the name of a key in a map, or `undefined` for values that can't be keys. */
export function toKey(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return value instanceof UnsignedInt ? String(value) : undefined;
  }
}
