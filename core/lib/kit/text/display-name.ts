import { requireValue } from "../require-value.ts";
import { mapUnicode16, NEWER, UNREADABLE } from "./unicode.ts";

/**
 * Characters that no name may have: control characters, separators of lines, private ones, and
 * those that nobody sees, such as characters that change the direction of text. Joiners are allowed,
 * because emoji and several scripts need them. So are characters that a runtime doesn't know yet.
 */
const FORBIDDEN = new RegExp(
  `(?![\\u200c\\u200d])[${UNREADABLE}\\p{Zl}\\p{Zp}]|` +
    "[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]",
  "u",
);
const ALL_FORBIDDEN = new RegExp(FORBIDDEN.source, "gu");
const VISIBLE = new RegExp(`[\\p{L}\\p{N}\\p{P}\\p{S}${NEWER}]`, "u");

/** A name in the form in which it is stored, or why it can't be one. */
type ParsedName = { readonly name: string } | { readonly defect: "empty" | "hidden" };

/** Parses the name of something that people see. Trims it and joins spaces. */
export function parseDisplayName(text: string): ParsedName {
  const name = mapUnicode16(text, (part) => part.normalize("NFC"))
    .replaceAll(/\p{Zs}+/gu, " ")
    .trim();
  if (FORBIDDEN.test(name)) return { defect: "hidden" };
  return VISIBLE.test(name) ? { name } : { defect: "empty" };
}

/**
 * Returns a name that another system chose, without the characters that it may not have, or
 * undefined if nothing is left.
 */
export function cleanDisplayName(text: unknown, maxLength: number): string | undefined {
  if (typeof text !== "string") return undefined;
  const visible = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(ALL_FORBIDDEN, "");
  const parsed = parseDisplayName([...visible].slice(0, maxLength).join(""));
  return "name" in parsed ? parsed.name : undefined;
}

/** Letters and digits that look like Latin letters (a selection of Unicode TS 39, confusables). */
const CONFUSABLES: Readonly<Record<string, string>> = {
  ...pairs("авсԁеһіјӏкмоԛрѕтухүԝъь", "abcdehijlkmoqpstuxywbb"),
  ...pairs("αβγεηικνορτυχωϳ", "abyenikvoptuxwj"),
  ...pairs("01358$@|!ǀ", "olesssaill"),
  ...pairs("ıȷłøđɑɡʟ", "ijlodagl"),
};

function pairs(from: string, to: string): Record<string, string> {
  const targets = [...to];
  return Object.fromEntries(
    [...from].map((character, index) => [
      character,
      requireValue(targets[index], `the counterpart of ${character}`),
    ]),
  );
}

const NO_LETTERS = new RegExp(`[^\\p{L}\\p{N}${NEWER}]`, "gu");

/**
 * Returns a key that two names share if people could take one for the other: without accents, case,
 * spaces and punctuation, with letters of other scripts as the Latin letters that they look like.
 * Characters newer than Unicode 16 count as letters without case, so all runtimes return one key.
 */
export const toLookalikeKey = (name: string): string =>
  [...mapUnicode16(name, (part) => part.normalize("NFKD").toLowerCase())]
    .map((character) => CONFUSABLES[character] ?? character)
    .join("")
    // Capital I, which is lowercase here, looks like l, and rn looks like m.
    .replaceAll("rn", "m")
    .replaceAll("i", "l")
    .replaceAll("vv", "w")
    .replaceAll(NO_LETTERS, "");
