import { describe, expect, it } from "vitest";
import { redactBytes, redactText, redactValue } from "./redact.ts";

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
  "JSON with escaped characters": (text) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`,
  "JSON in JSON": (text) => JSON.stringify({ text: JSON.stringify({ text }) }),
  "HTML with named references": (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
  "HTML with numbers": (text) =>
    Array.from({ length: text.length }, (_, at) => `&#x${text.charCodeAt(at).toString(16)};`).join(
      "",
    ),
  hexadecimal: (text) => bytesOf(text).toString("hex"),
  "hexadecimal in uppercase": (text) => bytesOf(text).toString("hex").toUpperCase(),
  "UTF-16 read as Latin-1": (text) => Buffer.from(text, "utf16le").toString("latin1"),
  "big-endian UTF-16 read as Latin-1": (text) =>
    Buffer.from(text, "utf16le").swap16().toString("latin1"),
  "UTF-8 read as Latin-1": (text) => bytesOf(text).toString("latin1"),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
  "base64 of big-endian UTF-16": (text) => Buffer.from(text, "utf16le").swap16().toString("base64"),
  "base64 in UTF-16 read as Latin-1": (text) =>
    Buffer.from(bytesOf(text).toString("base64"), "utf16le").toString("latin1"),
  "base64 in lines": (text) => bytesOf(text).toString("base64").replace(/.{5}/g, "$&\r\n"),
  "base64 in lines in JSON": (text) =>
    JSON.stringify(bytesOf(text).toString("base64").replace(/.{5}/g, "$&\n")),
  "quoted-printable": (text) =>
    [...bytesOf(text)]
      .map((byte, at) => {
        const isPlain = byte > 32 && byte < 127 && byte !== 61;
        const hex = byte.toString(16).toUpperCase().padStart(2, "0");
        return (isPlain ? String.fromCharCode(byte) : `=${hex}`) + (at % 7 === 6 ? "=\r\n" : "");
      })
      .join(""),
};

describe.each(Object.entries(ENCODERS))("a secret in %s", (_, encode) => {
  it.each(SECRETS)("is redacted wherever it begins and ends: %s", (secret) => {
    for (const before of ["", "u", "u:", "user:", "ü"])
      for (const after of ["", "x", "xy", "xyz"]) {
        const text = encode(before + secret + after);
        expect(redactText(text, [secret]), `${before}…${after}`).toContain("[hidden]");
      }
  });
});

it("doesn't redact the characters around a secret in base64", () => {
  const encoded = bytesOf("user name: tok_0123456789, more text").toString("base64");
  const redacted = redactText(encoded, ["tok_0123456789"]);
  const [before = "", after = ""] = redacted.split("[hidden]");
  expect(Buffer.from(before, "base64").toString()).toBe("user name: ");
  expect(encoded.endsWith(after)).toBe(true);
  expect(after.length).toBeGreaterThan("more text".length);
});

const TOKEN = "tok_0123456789";
const hide = (text: string, isPartial = false) => redactText(text, [TOKEN], { isPartial });

it("hides all copies, and keeps everything around them", () => {
  expect(hide(`a ${TOKEN}\n%74ok_0123456789%20b ${TOKEN}${TOKEN}.`)).toBe(
    "a [hidden]\n[hidden]%20b [hidden][hidden].",
  );
  expect(hide("tok_012345678 and tok-0123456789")).toBe("tok_012345678 and tok-0123456789");
});

it("keeps JSON with an escaped secret valid", () => {
  const text = String.raw`{"a\n":"x \u0074ok_\u003012345678\u0039 y","b":"\\u0074ok_0123456789"}`;
  expect(JSON.parse(hide(text))).toEqual({ "a\n": "x [hidden] y", b: "[hidden]" });
});

it("hides the beginning of a secret at the end of a text that was cut", () => {
  expect(hide("a tok_01234567", true)).toBe("a [hidden]");
  expect(hide("a tok_01234567")).toBe("a tok_01234567");
  expect(hide("a %74%6f%6b_01", true)).toBe("a [hidden]");
  expect(hide("a tok_01", true)).toBe("a [hidden]");
  expect(hide("a tok", true)).toBe("a tok");
});

it("hides a private key whose lines are broken differently", () => {
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END";
  expect(redactText(`x ${key} y`, [key])).toBe("x [hidden] y");
  expect(redactText(JSON.stringify({ key }), [key])).toBe('{"key":"[hidden]"}');
  expect(redactText(`x ${key.replaceAll("\n", "\r\n")} y`, [key])).toBe("x [hidden] y");
});

it("overwrites every copy in bytes", () => {
  const copies = [
    Buffer.from(TOKEN),
    Buffer.from(TOKEN, "utf16le"),
    Buffer.from(TOKEN, "utf16le").swap16(),
    Buffer.from(Buffer.from(TOKEN).toString("base64")),
  ];
  for (const copy of copies) {
    const bytes = Buffer.concat([Buffer.of(1, 0, 255), copy, Buffer.of(0, 7)]);
    const redacted = Buffer.from(redactBytes(bytes, [TOKEN]));
    expect(redacted.length).toBe(bytes.length);
    expect(redacted.subarray(0, 3)).toEqual(Buffer.of(1, 0, 255));
    expect(redacted.at(-1)).toBe(7);
    expect(redacted.includes("0123")).toBe(false);
    expect(redacted.toString("latin1").replaceAll("\0", "")).toContain("********");
  }
});

it("hides secrets in the names and values of JSON, and returns values without any as they are", () => {
  const value = { list: [1, null, "text"] };
  expect(redactValue(value, [TOKEN])).toBe(value);
  expect(redactValue({ [TOKEN]: [`%74ok_0123456789`] }, [TOKEN])).toEqual({
    "[hidden]": ["[hidden]"],
  });
});
