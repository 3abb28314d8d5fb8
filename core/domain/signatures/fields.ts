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

/** A structured field that is a dictionary (RFC 9651); nothing where it is none, or absent. */
export function readDictionary(text: string | null): Dictionary | undefined {
  if (text === null) return undefined;
  try {
    return parseDictionary(text);
  } catch {
    return undefined;
  }
}

/** The string that a structured field is; nothing where it is anything else. */
export function readString(text: string): string | undefined {
  // Parsing what is something else throws, which costs as much as all the rest.
  if (!/^ *"/.test(text)) return undefined;
  try {
    const [value] = parseItem(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What stands at a key of a dictionary, as the standard writes it. */
export const serializeMember = (member: Item | InnerList): string =>
  isInnerList(member) ? serializeInnerList(member) : serializeItem(member);

/** Whether a dictionary's member is a list of items. */
export const isInnerList = (member: Item | InnerList): member is InnerList =>
  Array.isArray(member[0]);

/** A text as a structured field writes a string. */
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

/** A field as its own structured type has it written (RFC 9421 §2.1.1); nothing where it has none, or is none of that. */
export function serializeStrictly(name: string, text: string): string | undefined {
  try {
    if (DICTIONARIES.has(name)) return serializeDictionary(parseDictionary(text));
    if (LISTS.has(name)) return serializeList(parseList(text));
    return ITEMS.has(name) ? serializeItem(parseItem(text)) : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes as a structured field writes them. */
export const serializeBytes = (bytes: Uint8Array): string =>
  serializeItem([
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    new Map(),
  ]);
