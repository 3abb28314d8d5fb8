import { describe, expect, it } from "vitest";
import { encodedForms } from "./encoded-forms.ts";
import { redactText } from "./redact.ts";

const SECRETS = ["tok_0123456789", "p/w+d=?~(ü)>>", "\u{1f511} öffne dich", 'a"b\\c d/e'];

const bytesOf = (text: string) => Buffer.from(text, "utf8");
const percentOf = (text: string) =>
  [...bytesOf(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Encoders that an app could have used for a text with the secret. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => bytesOf(text).toString("base64"),
  base64url: (text) => bytesOf(text).toString("base64url"),
  "base64 in JSON with escaped slashes": (text) =>
    bytesOf(text).toString("base64").replaceAll("/", "\\/"),
  "percent-encoded base64": (text) => encodeURIComponent(bytesOf(text).toString("base64")),
  "percent-encoded base64 in lowercase": (text) =>
    encodeURIComponent(bytesOf(text).toString("base64")).replace(/%../g, (code) =>
      code.toLowerCase(),
    ),
  encodeURIComponent: (text) => encodeURIComponent(text),
  encodeURI: (text) => encodeURI(text),
  "a form": (text) => new URLSearchParams({ text }).toString(),
  "percent-encoded bytes": (text) => percentOf(text),
  "percent-encoded bytes in uppercase": (text) => percentOf(text).toUpperCase(),
  JSON: (text) => JSON.stringify({ text }),
};

describe.each(Object.entries(ENCODERS))("a secret in %s", (_, encode) => {
  it.each(SECRETS)("is redacted wherever it begins and ends: %s", (secret) => {
    for (const before of ["", "u", "u:", "user:", "ü"])
      for (const after of ["", "x", "xy", "xyz"]) {
        const text = encode(before + secret + after);
        expect(redactText(text, encodedForms(secret)), `${before}…${after}`).toContain("[hidden]");
      }
  });
});

it("doesn't redact the characters around a secret in base64", () => {
  const encoded = bytesOf("user name: tok_0123456789, more text").toString("base64");
  const redacted = redactText(encoded, encodedForms("tok_0123456789"));
  const [before = "", after = ""] = redacted.split("[hidden]");
  expect(Buffer.from(before, "base64").toString()).toBe("user name: ");
  expect(encoded.endsWith(after)).toBe(true);
  expect(after.length).toBeGreaterThan("more text".length);
});
