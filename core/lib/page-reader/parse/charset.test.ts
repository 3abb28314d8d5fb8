import { describe, expect, it } from "vitest";
import { decodeText } from "../index.ts";

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === "number" ? [value] : [...value].map((char) => char.charCodeAt(0)),
    ),
  );

describe("decodeText", () => {
  it("prefers a byte order mark to the Content-Type", () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), "text/html; charset=windows-1252")).toBe(
      "é",
    );
    expect(decodeText(bytes(0xff, 0xfe, 0xe9, 0x00))).toBe("é");
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0xe9))).toBe("é");
  });
  it("prefers the Content-Type to the page's own declaration", () => {
    const page = bytes('<meta charset="windows-1251">', 0xe9);
    expect(decodeText(page, "text/html; Charset='iso-8859-2'")).toMatch(/é$/);
    expect(decodeText(page, "text/html")).toMatch(/й$/);
    expect(
      decodeText(
        bytes('<meta http-equiv=Content-Type content="text/html; charset=shift_jis">', 0x93, 0xfa),
      ),
    ).toMatch(/日$/);
  });
  it("ignores a declaration in a comment or after the first 1024 bytes", () => {
    expect(decodeText(bytes("<!-- <meta charset=windows-1251> -->", 0xc3, 0xa9))).toMatch(/é$/);
    expect(decodeText(bytes(" ".repeat(1024), "<meta charset=windows-1251>", 0xc3, 0xa9))).toMatch(
      /é$/,
    );
  });
  it("decodes undeclared valid UTF-8 as UTF-8 and anything else as windows-1252", () => {
    expect(decodeText(bytes(0xc3, 0xa9))).toBe("é");
    expect(decodeText(bytes(0xe9, 0x80, 0x93, "x", 0x94, 0xff, 0x81))).toBe("é€“x”ÿ\x81");
  });
  it("decodes latin-1 as windows-1252, as browsers do", () => {
    expect(decodeText(bytes(0x80), "text/html; charset=ISO-8859-1")).toBe("€");
  });
  it("replaces bytes that are invalid in the declared encoding", () => {
    expect(decodeText(bytes("a", 0xff), "text/html; charset=utf-8")).toBe("a\ufffd");
  });
  it("ignores an unknown encoding", () => {
    expect(decodeText(bytes(0xc3, 0xa9), "text/html; charset=klingon")).toBe("é");
  });
  it("treats a <meta> declaration of UTF-16 as UTF-8", () => {
    expect(decodeText(bytes("<meta charset=utf-16>", 0xc3, 0xa9))).toMatch(/é$/);
  });
  it("decodes no bytes to an empty string", () => {
    expect(decodeText(new Uint8Array())).toBe("");
  });
});
