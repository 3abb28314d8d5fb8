import {
  type Dictionary,
  type InnerList,
  type Item,
  parseDictionary,
  parseItem,
  parseList,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
  serializeList,
} from "structured-headers";

export { type InnerList, type Item, type Parameters, Token } from "structured-headers";

/**
 * Parses a structured field as a dictionary (RFC 9651). Returns undefined if it is absent or
 * invalid.
 */
export function readDictionary(text: string | null): Dictionary | undefined {
  if (text === null) return undefined;
  try {
    return parseDictionary(text);
  } catch {
    return undefined;
  }
}

/** Parses a structured field as a string (RFC 9651). Returns undefined if it is anything else. */
export function readString(text: string): string | undefined {
  // Avoid the parser for other types, because its exception costs as much as the rest of the
  // verification.
  if (!/^ *"/.test(text)) return undefined;
  try {
    const [value] = parseItem(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Serializes the value of a dictionary member (RFC 9651). */
export const serializeMember = (member: Item | InnerList): string =>
  isInnerList(member) ? serializeInnerList(member) : serializeItem(member);

/** Returns whether a dictionary's member is an inner list. */
export const isInnerList = (member: Item | InnerList): member is InnerList =>
  Array.isArray(member[0]);

/** Serializes a text as a structured field string. Throws an Error if it isn't ASCII. */
export const quoteString = (text: string): string => serializeItem([text, new Map()]);

const DICTIONARIES: ReadonlySet<string> = new Set([
  "accept-signature",
  "content-digest",
  "priority",
  "repr-digest",
  "signature",
  "signature-agent",
  "signature-input",
  "ucp-agent",
  "want-content-digest",
  "want-repr-digest",
]);
const LISTS: ReadonlySet<string> = new Set([
  "accept-ch",
  "cache-status",
  "proxy-status",
  "ratelimit",
  "ratelimit-policy",
]);
const ITEMS: ReadonlySet<string> = new Set(["idempotency-key", "sec-gpc", "signature-outcome"]);

/**
 * Serializes a field strictly as its structured type (RFC 9421 §2.1.1). Returns undefined if its
 * type is unknown or the text is invalid.
 */
export function serializeStrictly(name: string, text: string): string | undefined {
  try {
    if (DICTIONARIES.has(name)) return serializeDictionary(parseDictionary(text));
    if (LISTS.has(name)) return serializeList(parseList(text));
    return ITEMS.has(name) ? serializeItem(parseItem(text)) : undefined;
  } catch {
    return undefined;
  }
}

/** Serializes bytes as a structured field byte sequence. */
export const serializeBytes = (bytes: Uint8Array): string =>
  serializeItem([
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    new Map(),
  ]);
