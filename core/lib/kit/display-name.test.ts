import { describe, expect, it } from "vitest";
import { cleanDisplayName, parseDisplayName, toLookalikeKey } from "./display-name.ts";

const HIDDEN = [
  ...["\u0000", "\n", "\t", "\u001b", "\u007f", "\u0085"],
  ...["\u00ad", "\u061c", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029"],
  ...["\u202a", "\u202b", "\u202c", "\u202d", "\u202e"],
  ...["\u2060", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff"],
  ...["\u3164", "\u115f", "\u{e0041}", "\ud800", "\ue000"],
];

describe("parseDisplayName()", () => {
  it.each(HIDDEN)("rejects %j in a name", (character) => {
    expect(parseDisplayName(`Ada${character}Lovelace`)).toEqual({ defect: "hidden" });
  });

  it.each(["", "   ", "\u200d", "\u00a0"])("rejects %j, which nobody sees", (text) => {
    expect(parseDisplayName(text)).toEqual({ defect: "empty" });
  });

  it.each([
    ["Ada", "Ada"],
    ["  Ada \u00a0 Lovelace ", "Ada Lovelace"],
    ["A\u030angstro\u0308m", "\u00c5ngstr\u00f6m"],
    ["\u{1f469}\u200d\u{1f4bb} on-call", "\u{1f469}\u200d\u{1f4bb} on-call"],
    ["\u0646\u0627\u0645\u0647\u200c\u0627\u06cc", "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc"],
    ["<b>'\"", "<b>'\""],
  ])("accepts %j as %j", (text, name) => {
    expect(parseDisplayName(text)).toEqual({ name });
  });
});

describe("cleanDisplayName()", () => {
  it("returns what people can see of a name", () => {
    expect(cleanDisplayName("Ada\u202e\n Lovelace\u200b", 80)).toBe("Ada Lovelace");
    expect(cleanDisplayName("\u{1f3a7}".repeat(90), 80)).toBe("\u{1f3a7}".repeat(80));
    for (const value of ["\u202e", "", 5, null, undefined])
      expect(cleanDisplayName(value, 80)).toBeUndefined();
  });

  it("never returns a name that parseDisplayName() rejects", () => {
    for (const character of HIDDEN) {
      const name = cleanDisplayName(`a${character}b`, 80)!;
      expect(parseDisplayName(name)).toEqual({ name });
    }
  });
});

describe("toLookalikeKey()", () => {
  it.each([
    "jackfield",
    "JACKFIELD",
    "Jack Field",
    "Jack-fieId",
    "J\u0430ckfield",
    "\u0458ackfield",
    "J\u00e4ckf\u00efeld",
    "Jackf1eld",
    "\uff2aackfield",
    "\u{1d409}ackfield",
  ])("is that of Jackfield for %j", (name) => {
    expect(toLookalikeKey(name)).toBe(toLookalikeKey("Jackfield"));
  });

  it.each(["Jackson", "Field", "Claude", "Jack", "\u30b8\u30e3\u30c3\u30af"])(
    "differs from that of Jackfield for %j",
    (name) => {
      expect(toLookalikeKey(name)).not.toContain(toLookalikeKey("Jackfield"));
    },
  );
});
