import { encodeBase64 } from "../kit/bytes/base64.ts";
import type { Work } from "../kit/flow/work.ts";
import { requireValue } from "../kit/require-value.ts";
import { fail } from "./failure.ts";
import { decodeText, SIZES } from "./functions.ts";
import type { Overload } from "./overloads.ts";
import { findAll, findFirst, findLast } from "./search-text.ts";
import { DURATION_METHODS, TIME_METHODS } from "./time-methods.ts";
import type { Kind } from "./values.ts";

const method = (
  params: readonly Kind[],
  returns: Kind,
  apply: (receiver: any, args: readonly any[], work: Work) => unknown,
): Overload => ({
  params,
  returns,
  apply: ([receiver, ...args], work) => apply(receiver, args, work),
});

/** A method of texts that reads both texts once. */
const test = (apply: (text: string, other: string) => boolean): Overload =>
  method(["string", "string"], "bool", (text: string, [other], work) => {
    work.takeText(Math.min(text.length, other.length));
    return apply(text, other);
  });

/** A method that returns the changed text, which can have up to three times as many characters. */
const change = (apply: (text: string) => string): Overload =>
  method(["string"], "string", (text: string, _, work) => {
    work.takeText(text.length * 3);
    return apply(text);
  });

function requireIndex(value: bigint, minimum: number, maximum: number, work: Work): number {
  const index = Number(value);
  if (index >= minimum && index <= maximum) return index;
  throw fail(work, `The index ${index} isn't between ${minimum} and ${maximum}`);
}

const find = (
  search: (text: string, pattern: string, work: Work, from?: number) => number,
): readonly Overload[] => [
  method(["string", "string"], "int", (text, [pattern], work) =>
    BigInt(search(text, pattern, work)),
  ),
  method(["string", "string", "int"], "int", (text: string, [pattern, from], work) =>
    BigInt(search(text, pattern, work, requireIndex(from, 0, text.length, work))),
  ),
];

const substring = (text: string, start: bigint, end: bigint, work: Work): string => {
  const first = requireIndex(start, 0, text.length, work);
  const last = requireIndex(end, first, text.length, work);
  work.takeText(last - first);
  return text.substring(first, last);
};

/** The method of a duration with a name, if it has one. */
function durationMethod(name: string): readonly Overload[] {
  const apply = DURATION_METHODS.get(name);
  return apply ? [method(["duration"], "int", apply)] : [];
}

/** Splits a text into at most `limit` parts. */
function split(text: string, separator: string, limit: number, work: Work): readonly string[] {
  if (limit === 0) return [];
  if (separator === "") {
    work.take(text.length);
    const characters = Array.from(text);
    if (characters.length <= limit) return characters;
    return [...characters.slice(0, limit - 1), characters.slice(limit - 1).join("")];
  }
  work.takeText(text.length);
  const ends = findAll(text, separator, work, limit - 1);
  const parts: string[] = [];
  let start = 0;
  for (const end of ends) {
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  return [...parts, text.slice(start)];
}

function join(list: readonly unknown[], separator: string, work: Work): string {
  work.take(list.length);
  let characters = separator.length * Math.max(list.length - 1, 0);
  for (const item of list) {
    if (typeof item !== "string") throw fail(work, "join() needs a list of texts");
    characters += item.length;
  }
  work.takeText(characters);
  return list.join(separator);
}

/** The most parts of a split text. A negative limit means all. */
const toLimit = (limit: bigint): number => (limit < 0n ? Infinity : Number(limit));

const toHex = (bytes: Uint8Array, work: Work): string => {
  work.take(bytes.length);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** The methods, with their receiver as the first operand. */
export const METHODS: ReadonlyMap<string, readonly Overload[]> = new Map([
  ["size", SIZES],
  ["startsWith", [test((text, other) => text.startsWith(other))]],
  ["endsWith", [test((text, other) => text.endsWith(other))]],
  [
    "contains",
    [
      method(
        ["string", "string"],
        "bool",
        (text, [other], work) => findFirst(text, other, work) >= 0,
      ),
    ],
  ],
  ["lowerAscii", [change((text) => text.toLowerCase())]],
  ["upperAscii", [change((text) => text.toUpperCase())]],
  ["trim", [change((text) => text.trim())]],
  ["indexOf", find(findFirst)],
  ["lastIndexOf", find(findLast)],
  [
    "substring",
    [
      method(["string", "int"], "string", (text: string, [start], work) =>
        substring(text, start, BigInt(text.length), work),
      ),
      method(["string", "int", "int"], "string", (text, [start, end], work) =>
        substring(text, start, end, work),
      ),
    ],
  ],
  [
    "split",
    [
      method(["string", "string"], "list", (text, [separator], work) =>
        split(text, separator, Infinity, work),
      ),
      method(["string", "string", "int"], "list", (text, [separator, limit], work) =>
        split(text, separator, toLimit(limit), work),
      ),
    ],
  ],
  [
    "join",
    [
      method(["list"], "string", (list, _, work) => join(list, "", work)),
      method(["list", "string"], "string", (list, [separator], work) =>
        join(list, separator, work),
      ),
    ],
  ],
  ["hex", [method(["bytes"], "string", (bytes, _, work) => toHex(bytes, work))]],
  ["string", [method(["bytes"], "string", (bytes, _, work) => decodeText(bytes, work))]],
  [
    "base64",
    [
      method(["bytes"], "string", (bytes, _, work) => {
        work.take(bytes.length);
        return encodeBase64(bytes);
      }),
    ],
  ],
  [
    "at",
    [
      method(["bytes", "int"], "int", (bytes: Uint8Array, [index], work) =>
        BigInt(requireValue(bytes[requireIndex(index, 0, bytes.length - 1, work)], "a byte")),
      ),
    ],
  ],
  ...[...TIME_METHODS].map(([name, apply]): [string, readonly Overload[]] => [
    name,
    [
      ...durationMethod(name),
      method(["timestamp"], "int", (time, _, work) => apply(time, undefined, work)),
      method(["timestamp", "string"], "int", (time, [zone], work) => apply(time, zone, work)),
    ],
  ]),
]);
