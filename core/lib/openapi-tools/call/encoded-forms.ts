import { encodeBase64 } from "../../kit/base64.ts";

/**
 * Returns the forms in which a secret can appear in a response: as it is, in JSON, percent-encoded,
 * and in base64 or base64url. The base64 forms also match inside longer encoded text, such as
 * `user:secret`.
 */
export function encodedForms(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    inJson,
    escapeSlashes(inJson),
    ...percentForms(secret),
    ...base64Forms(secret).flatMap((form) => [
      form,
      escapeSlashes(form),
      ...inBothCases([encodeURIComponent(form)]),
    ]),
  ];
}

/** Some JSON encoders escape slashes. */
const escapeSlashes = (text: string) => text.replaceAll("/", "\\/");

/** Encoders differ in the characters that they encode, and in the case of hexadecimal digits. */
function percentForms(text: string): readonly string[] {
  // A lone surrogate can't be encoded.
  const wellFormed = text.toWellFormed();
  const component = encodeURIComponent(wellFormed);
  return inBothCases([
    component,
    encodeURI(wellFormed),
    component.replace(/[!'()*~]/g, encodeByte).replaceAll("%20", "+"),
    Array.from(UTF8.encode(text), (byte) => `%${hexByte(byte)}`).join(""),
  ]);
}

const inBothCases = (forms: readonly string[]): readonly string[] =>
  forms.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);

const encodeByte = (character: string) => `%${hexByte(character.charCodeAt(0))}`;
const hexByte = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");

/**
 * Returns the base64 characters that depend on the secret only. They differ by the number of bytes
 * before the secret, modulo three, which also determines how many characters depend on those bytes.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = UTF8.encode(secret);
  return [0, 2, 3].flatMap((sharedCharacters, bytesBefore) => {
    const padded = new Uint8Array(bytesBefore + bytes.length);
    padded.set(bytes, bytesBefore);
    const wholeCharacters = Math.floor((padded.length * 8) / 6);
    const form = encodeBase64(padded).slice(sharedCharacters, wholeCharacters);
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

const UTF8 = new TextEncoder();
