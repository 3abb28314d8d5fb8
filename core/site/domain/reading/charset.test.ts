import { describe, expect, it } from "vitest";
import { decodeText } from "./index.ts";

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === "number" ? [value] : [...value].map((char) => char.charCodeAt(0)),
    ),
  );

describe("decoding a page", () => {
  it("believes a byte order mark first", () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), "text/html; charset=windows-1252")).toBe(
      "é",
    );
    expect(decodeText(bytes(0xff, 0xfe, 0xe9, 0x00))).toBe("é");
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0xe9))).toBe("é");
  });
  it("then the Content-Type, then the page", () => {
    const page = bytes('<meta charset="windows-1251">', 0xe9);
    expect(decodeText(page, "text/html; Charset='iso-8859-2'")).toMatch(/é$/);
    expect(decodeText(page, "text/html")).toMatch(/й$/);
    expect(
      decodeText(
        bytes('<meta http-equiv=Content-Type content="text/html; charset=shift_jis">', 0x93, 0xfa),
      ),
    ).toMatch(/日$/);
  });
  it("does not look for a declaration in comments, or beyond the first 1024 bytes", () => {
    expect(decodeText(bytes("<!-- <meta charset=windows-1251> -->", 0xc3, 0xa9))).toMatch(/é$/);
    expect(decodeText(bytes(" ".repeat(1024), "<meta charset=windows-1251>", 0xc3, 0xa9))).toMatch(
      /é$/,
    );
  });
  it("then takes valid UTF-8 for UTF-8, and anything else for windows-1252", () => {
    expect(decodeText(bytes(0xc3, 0xa9))).toBe("é");
    expect(decodeText(bytes(0xe9, 0x80, 0x93, "x", 0x94, 0xff, 0x81))).toBe("é€“x”ÿ\x81");
  });
  it("takes latin-1 for windows-1252, as browsers do", () => {
    expect(decodeText(bytes(0x80), "text/html; charset=ISO-8859-1")).toBe("€");
  });
  it("replaces what a declared encoding does not have", () => {
    expect(decodeText(bytes("a", 0xff), "text/html; charset=utf-8")).toBe("a\ufffd");
  });
  it("passes over an encoding that it does not know", () => {
    expect(decodeText(bytes(0xc3, 0xa9), "text/html; charset=klingon")).toBe("é");
  });
  it("does not believe a page that it could read so far that it is UTF-16", () => {
    expect(decodeText(bytes("<meta charset=utf-16>", 0xc3, 0xa9))).toMatch(/é$/);
  });
  it("reads nothing as nothing", () => {
    expect(decodeText(new Uint8Array())).toBe("");
  });
});
