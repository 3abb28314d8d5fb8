import { type HtmlNode, TEXT } from "../parse/tree.ts";
import type { RenderContext } from "./render-context.ts";

type Position = "sub" | "sup";

const CHARACTERS: Record<Position, ReadonlyMap<string, string>> = {
  sup: scriptCharacters("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"),
  sub: scriptCharacters("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
};

function scriptCharacters(plain: string, script: string): ReadonlyMap<string, string> {
  return new Map([...plain].map((character, index) => [character, script[index]!]));
}

const MAX_LETTERS = 16;

/** Ordinals such as 1st and marks such as ™ read well in the line. */
const ORDINAL_OR_MARK = /^(?:st|nd|rd|th|er|re|e|eme|ème|o|a|tm|sm|r|[™®©℠ªº*†‡]+)$/i;

/**
 * Writes the text of a `<sup>` or `<sub>` that follows a word or bracket: with Unicode's characters
 * if each has one, such as x² and H₂O, and otherwise with the marks of the dialect, or as 10^5/2.
 * Returns whether it did.
 */
export function writeScript(
  { buffer: { inline }, dialect }: RenderContext,
  node: HtmlNode,
  position: Position,
): boolean {
  const child = node.firstChild;
  if (child?.tag !== TEXT || child.nextSibling || child.text.length > MAX_LETTERS) return false;
  const before = inline.lastCharacter();
  const text = child.text.trim();
  if (text === "" || !/[\p{L}\p{N})\]]/u.test(before)) return false;
  const script = [...text].map((character) => CHARACTERS[position].get(character));
  if (!script.includes(undefined)) {
    inline.add(script.join(""));
    return true;
  }
  if (ORDINAL_OR_MARK.test(text) || text.startsWith("[")) return false;
  // Write 10<sup>5/2</sup> as 10^5/2, not 105/2.
  if (position === "sup" && /^[-−]?\d/.test(text) && /\d/.test(before)) {
    inline.add("^");
    return false;
  }
  const { start, end } = dialect.script(position);
  if (start === "" || isInCode(node)) return false;
  inline.addMarkup(start);
  inline.add(text);
  inline.addMarkup(end);
  return true;
}

/** Code spans show tags as they are written. */
function isInCode(node: HtmlNode): boolean {
  let up = node.parent;
  for (let steps = 0; up && steps < 6; steps++, up = up.parent)
    if (/^(?:code|kbd|samp|tt|pre)$/.test(up.tag.name)) return true;
  return false;
}
