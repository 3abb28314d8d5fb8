import { type Bytes, encodeBase64 } from "../kit/bytes/base64.ts";
import type { Work } from "../kit/flow/work.ts";
import { keysOf, requireDepth } from "./equality.ts";
import { type CelMap, type Duration, kindOf, type TypeValue } from "./values.ts";

/**
 * Converts a value to JSON: numbers of all types become numbers, and bytes, times and durations
 * become texts. Values that a result contains several times are counted each time.
 */
export function toJson(value: unknown, work: Work, depth = 0): unknown {
  work.take(1);
  requireDepth(depth);
  switch (kindOf(value)) {
    case "string":
      work.takeText((value as string).length);
      return value;
    case "list":
      work.take((value as unknown[]).length);
      return (value as unknown[]).map((item) => toJson(item, work, depth + 1));
    case "map":
      return toObject(value as CelMap, work, depth);
    case "bytes":
      work.take((value as Uint8Array).length);
      return encodeBase64(value as Bytes);
    default:
      return toScalar(value);
  }
}

function toObject(map: CelMap, work: Work, depth: number): unknown {
  const entries = keysOf(map, work).map((key) => {
    work.takeText(key.length);
    return [key, toJson(map[key], work, depth + 1)] as const;
  });
  return Object.fromEntries(entries);
}

function toScalar(value: unknown): unknown {
  switch (kindOf(value)) {
    case "int":
    case "uint":
      return Number(String(value));
    case "double":
      return Number.isFinite(value) ? value : null;
    case "timestamp":
      return (value as Date).toISOString();
    case "duration":
      return String(value as Duration);
    case "type":
      return (value as TypeValue).kind;
    case "bool":
      return value;
    default:
      return null;
  }
}
