import { parseDictionary, parseItem, serializeInnerList, serializeItem, type Dictionary, type InnerList, type Item } from "structured-headers";

export { Token, type InnerList, type Item, type Parameters } from "structured-headers";

/** A structured field that is a dictionary (RFC 9651); nothing where it is none, or absent. */
export function dictionaryOf(text: string | null): Dictionary | undefined {
  if (text === null) return undefined;
  try {
    return parseDictionary(text);
  } catch {
    return undefined;
  }
}

/** The string that a structured field is; nothing where it is anything else. */
export function stringOf(text: string): string | undefined {
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
export const written = (member: Item | InnerList): string => (isInnerList(member) ? serializeInnerList(member) : serializeItem(member));

/** Whether a dictionary's member is a list of items. */
export const isInnerList = (member: Item | InnerList): member is InnerList => Array.isArray(member[0]);

/** A text as a structured field writes a string. */
export const quoted = (text: string): string => serializeItem([text, new Map()]);

/** Bytes as a structured field writes them. */
export const bytesWritten = (bytes: Uint8Array): string => serializeItem([bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer, new Map()]);
