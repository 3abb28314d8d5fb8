import type { Work } from "../kit/flow/work.ts";
import { fail, quote } from "./failure.ts";
import { requireInt, requireUint, toTimestamp } from "./operators.ts";
import type { Overload } from "./overloads.ts";
import { parseDuration } from "./parse-duration.ts";
import { type CelMap, type Kind, kindOf, TYPES, type UnsignedInt } from "./values.ts";

const convert = (
  from: Kind,
  returns: Kind,
  apply: (value: any, work: Work) => unknown,
): Overload => ({ params: [from], returns, apply: ([value], work) => apply(value, work) });

const keep = (kind: Kind): Overload => convert(kind, kind, (value) => value);

/** The longest text of a number. */
const MAX_NUMBER_LENGTH = 400;
const INTEGER = /^[+-]?\d{1,20}$/;
const DOUBLE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function parseInteger(text: string, type: Kind, work: Work): bigint {
  if (INTEGER.test(text)) return BigInt(text.replace(/^\+/, ""));
  throw fail(work, `${type}() can't convert ${quote(text)}`);
}

function parseDouble(text: string, work: Work): number {
  const lower = text.slice(0, MAX_NUMBER_LENGTH).toLowerCase();
  if (/^[+-]?inf(?:inity)?$/.test(lower)) return lower.startsWith("-") ? -Infinity : Infinity;
  if (lower === "nan") return Number.NaN;
  if (text.length <= MAX_NUMBER_LENGTH && DOUBLE.test(text)) return Number(text);
  throw fail(work, `double() can't convert ${quote(text)}`);
}

function truncate(value: number, type: Kind, work: Work): bigint {
  if (Number.isFinite(value)) return BigInt(Math.trunc(value));
  throw fail(work, `${type}() can't convert ${value}`);
}

const BOOLEANS = new Map([
  ...["1", "t", "true", "TRUE", "True"].map((text): [string, boolean] => [text, true]),
  ...["0", "f", "false", "FALSE", "False"].map((text): [string, boolean] => [text, false]),
]);

function parseBoolean(text: string, work: Work): boolean {
  const value = BOOLEANS.get(text);
  if (value !== undefined) return value;
  throw fail(work, `bool() can't convert ${quote(text)}`);
}

function formatDouble(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

const UTF8 = { encoder: new TextEncoder(), decoder: new TextDecoder() };

function encodeText(text: string, work: Work): Uint8Array {
  work.takeText(text.length * 3);
  return UTF8.encoder.encode(text);
}

export function decodeText(bytes: Uint8Array, work: Work): string {
  work.takeText(bytes.length);
  return UTF8.decoder.decode(bytes);
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

function parseTimestamp(text: string, work: Work): Date {
  const [, before, fraction, zone] = text.length <= 40 ? (TIME.exec(text) ?? []) : [];
  // Runtimes differ in what else they parse.
  const time = Date.parse(`${before}.${(fraction ?? "").slice(0, 3).padEnd(3, "0")}${zone}`);
  if (before !== undefined && !Number.isNaN(time)) return toTimestamp(time, work);
  throw fail(work, `timestamp() needs a time such as "2026-11-23T10:00:00Z", not ${quote(text)}`);
}

/** The number of characters (code points) of a text, or of items. */
export const SIZES: readonly Overload[] = [
  convert("string", "int", (text: string, work) => {
    work.takeText(text.length);
    let count = 0n;
    for (const _ of text) count++;
    return count;
  }),
  convert("bytes", "int", (bytes: Uint8Array) => BigInt(bytes.length)),
  convert("list", "int", (list: unknown[]) => BigInt(list.length)),
  convert("map", "int", (map: CelMap, work) => {
    const keys = Object.keys(map);
    work.take(keys.length);
    return BigInt(keys.length);
  }),
];

/** The functions that aren't methods. */
export const FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = new Map([
  ["dyn", [{ params: ["dyn"], returns: undefined, apply: ([value]) => value }]],
  ["type", [{ params: ["dyn"], returns: "type", apply: ([value]) => TYPES[kindOf(value)] }]],
  ["size", SIZES],
  ["bool", [keep("bool"), convert("string", "bool", parseBoolean)]],
  ["bytes", [keep("bytes"), convert("string", "bytes", encodeText)]],
  [
    "int",
    [
      keep("int"),
      convert("double", "int", (value, work) => requireInt(truncate(value, "int", work), work)),
      convert("uint", "int", (value: UnsignedInt, work) => requireInt(value.value, work)),
      convert("string", "int", (text, work) => requireInt(parseInteger(text, "int", work), work)),
      convert("timestamp", "int", (time: Date) => BigInt(Math.floor(time.getTime() / 1_000))),
    ],
  ],
  [
    "uint",
    [
      keep("uint"),
      convert("int", "uint", requireUint),
      convert("double", "uint", (value, work) => requireUint(truncate(value, "uint", work), work)),
      convert("string", "uint", (text, work) =>
        requireUint(parseInteger(text, "uint", work), work),
      ),
    ],
  ],
  [
    "double",
    [
      keep("double"),
      convert("int", "double", Number),
      convert("uint", "double", (value: UnsignedInt) => Number(value.value)),
      convert("string", "double", parseDouble),
    ],
  ],
  [
    "string",
    [
      keep("string"),
      convert("bool", "string", String),
      convert("int", "string", String),
      convert("uint", "string", String),
      convert("double", "string", formatDouble),
      convert("bytes", "string", decodeText),
      convert("timestamp", "string", (time: Date) => time.toISOString()),
      convert("duration", "string", String),
    ],
  ],
  [
    "timestamp",
    [
      keep("timestamp"),
      convert("string", "timestamp", parseTimestamp),
      convert("int", "timestamp", (seconds, work) => toTimestamp(Number(seconds) * 1_000, work)),
    ],
  ],
  ["duration", [keep("duration"), convert("string", "duration", parseDuration)]],
]);
