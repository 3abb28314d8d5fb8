import { describe, expect, it, test } from "vitest";
import { decodeBase64, decodeBase64url, encodeBase64, encodeBase64url } from "./base64.ts";

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe("base64", () => {
  it("encodes with padding", () => {
    expect(encodeBase64(Uint8Array.of(0xfb, 0xff))).toBe("+/8=");
    expect(encodeBase64(new Uint8Array())).toBe("");
  });

  it("encodes and decodes more bytes than a call has arguments", () => {
    const bytes = new Uint8Array(100_000).fill(0xa5);
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
  });

  test.each(["+/8=", "+/8", "-_8=", "-_8", " +/\n8 "])("decodes %j", (text) =>
    expect(decodeBase64(text)).toEqual(Uint8Array.of(0xfb, 0xff)),
  );

  test.each(["+", "+/8==", "é", "a.b"])("doesn't decode %j", (text) =>
    expect(decodeBase64(text)).toBeUndefined(),
  );
});

describe("base64url", () => {
  it("encodes without padding", () => {
    expect(encodeBase64url(Uint8Array.of(0xfb, 0xff))).toBe("-_8");
    expect(decodeBase64url(encodeBase64url(ALL_BYTES))).toEqual(ALL_BYTES);
  });

  test.each(["-_9", "AB", "AB==", "-_8=", "+/8", " -_8", "AA\n", "-", "é"])(
    "rejects %j, which isn't canonical",
    (text) => expect(decodeBase64url(text)).toBeUndefined(),
  );
});
