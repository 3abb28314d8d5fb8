import { encodeBase64 } from "../kit/bytes/base64.ts";

/** Shorter forms would match unrelated text. */
const SHORTEST = 6;

/**
 * Returns the forms of a secret that no view of a text decodes: characters, bytes, hexadecimal, and
 * base64. The base64 forms also match inside longer encoded text, such as `user:secret`.
 */
export function secretForms(secret: string): readonly string[] {
  const encodings = [UTF8.encode(secret), encodeUtf16(secret, true), encodeUtf16(secret, false)];
  const texts = [secret, ...(isAscii(secret) ? [] : encodings.flatMap(asCharacters))];
  const forms = [
    ...texts.flatMap((text) => [text, text.replace(/[\r\n\0]+/g, ""), text.replaceAll(" ", "+")]),
    ...encodings.flatMap((bytes) => [...base64Forms(bytes), ...hexForms(bytes)]),
  ];
  return [...new Set(forms)].filter(({ length }) => length >= SHORTEST);
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++)
    view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian);
  return new Uint8Array(view.buffer);
}

/** Bytes as one character each, in the two ways in which texts are decoded wrongly. */
const asCharacters = (bytes: Uint8Array): readonly string[] => [
  String.fromCharCode(...bytes),
  WINDOWS_1252.decode(bytes),
];

function hexForms(bytes: Uint8Array): readonly string[] {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex, hex.toUpperCase()];
}

/**
 * Returns the base64 characters that depend on the secret only. They differ by the number of bytes
 * before the secret, modulo three, which also determines how many characters depend on those bytes.
 */
function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 2, 3].flatMap((sharedCharacters, bytesBefore) => {
    const padded = new Uint8Array(bytesBefore + bytes.length);
    padded.set(bytes, bytesBefore);
    const wholeCharacters = Math.floor((padded.length * 8) / 6);
    const form = encodeBase64(padded).slice(sharedCharacters, wholeCharacters);
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

const UTF8 = new TextEncoder();
const WINDOWS_1252 = new TextDecoder("latin1");
