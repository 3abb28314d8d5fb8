import { describe, expect, it } from "vitest";
import { cleanDisplayName, parseDisplayName, toLookalikeKey } from "./display-name.ts";
import { toSignInName } from "./sign-in-name.ts";

const HIDDEN = [
  ...["\u0000", "\n", "\t", "\u001b", "\u007f", "\u0085"],
  ...["\u00ad", "\u061c", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029"],
  ...["\u202a", "\u202b", "\u202c", "\u202d", "\u202e"],
  ...["\u2060", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff"],
  ...["\u3164", "\u115f", "\u{e0041}", "\ud800", "\ue000"],
  // Reserved for characters without a glyph, and noncharacters.
  ...["\u2065", "\ufff0", "\ufff8", "\u{e0000}", "\u{e0fff}", "\ufdd0", "\uffff", "\u{10fffe}"],
];

// Letters, a mark, a digit, a currency sign and an emoji of Unicode 17, then unassigned code points.
const NEWER = [
  ...["\u088f", "\u{10940}", "\u{16ea0}", "\u{1e6c0}", "\u{323b0}"],
  ...["\u1acf", "\u{11de0}", "\u20c1", "\u{1fac8}"],
  ...["\u0378", "\u{3fffd}", "\u{e1000}"],
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

describe("names with characters newer than Unicode 16", () => {
  it.each(NEWER)("are %j without and with other letters", (character) => {
    const names = [character, `Ada ${character}\u0301`];
    for (const name of names) {
      expect(parseDisplayName(name)).toEqual({ name });
      expect(cleanDisplayName(name, 80)).toBe(name);
      expect(toSignInName(name)).toBe(name.replace("Ada", "ada"));
    }
    expect(toLookalikeKey(names[1]!)).toBe(`ada${character}`);
  });

  it("keep the case and the order of their characters", () => {
    // Beria Erfe has capital letters, and U+1ACF combines before U+0323.
    expect(toSignInName("\u{16ea0}DA")).toBe("\u{16ea0}da");
    expect(toLookalikeKey("\u{16ea0}DA")).not.toBe(toLookalikeKey("\u{16ebb}da"));
    expect(parseDisplayName("a\u1acf\u0323")).toEqual({ name: "a\u1acf\u0323" });
    expect(parseDisplayName("e\u0323\u0302\u1acf")).toEqual({ name: "\u1ec7\u1acf" });
  });

  it("keep the keys of characters that Unicode 16 has", () => {
    expect(toLookalikeKey("\u00c4d\u{1f3a7}a\u0315-\u0141\u{1c89}\u{10d50}5")).toBe(
      "ada\u006c\u1c8a\u{10d70}s",
    );
    expect(toSignInName(" \uff21\u0301\u00df\u03a3\u{1c89}\u{10d50} ")).toBe(
      "\u00e1\u00df\u03c3\u1c8a\u{10d70}",
    );
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
