// Invisible characters: format and bidi controls, fillers and tag characters. They can hide a whole
// message from people or reverse the visible text, so they are removed. Joiners and variation
// selectors stay where they change what people see: in emoji, in joining scripts and after Han
// ideographs.

/** Every character that `removeInvisible` examines. Few texts contain one. */
const INVISIBLE_PATTERN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: matches combining characters on their own
  /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const INVISIBLE_CHARACTERS = new RegExp(INVISIBLE_PATTERN.source, "gu");

// biome-ignore lint/suspicious/noMisleadingCharacterClass: matches combining characters on their own
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u20e3]$/u;
const STARTS_EMOJI = /^\p{Extended_Pictographic}/u;
const JOINING_SCRIPTS =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]";
const JOINS_BEFORE = new RegExp(`${JOINING_SCRIPTS}$`, "u");
const JOINS_AFTER = new RegExp(`^${JOINING_SCRIPTS}`, "u");
const TAKES_PRESENTATION = /[\p{Emoji}\p{So}\p{Sm}]$/u;
const HAN = /\p{Script=Han}$/u;

/** Removes characters that people can't see. */
export function removeInvisible(text: string): string {
  return INVISIBLE_PATTERN.test(text)
    ? text.replace(INVISIBLE_CHARACTERS, (char, at: number) =>
        isVisible(char, at, text) ? char : "",
      )
    : text;
}

function isVisible(char: string, at: number, text: string): boolean {
  // Two UTF-16 units hold at least one code point.
  const before = lastCodePoint(text.slice(Math.max(0, at - 2), at));
  const after = text.slice(at + char.length, at + char.length + 2);
  const code = char.codePointAt(0)!;
  if (code === 0x200d)
    return (EMOJI.test(before) && STARTS_EMOJI.test(after)) || JOINS_BEFORE.test(before);
  if (code === 0x200c) return JOINS_BEFORE.test(before) && JOINS_AFTER.test(after);
  if (code === 0xfe0e || code === 0xfe0f) return TAKES_PRESENTATION.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return HAN.test(before);
  return false;
}

function lastCodePoint(text: string): string {
  return [...text].at(-1) ?? "";
}
