import { Tokenizer } from "htmlparser2";

/** Where a text stands. In each place, HTML ends character references differently. */
export type ReferencePlace = "text" | "title" | "textarea" | "attribute";

/** A reference other than the most common ones, which always end with a semicolon here. */
const UNCOMMON = /&(?!(?:amp|gt|lt|nbsp|quot);)/;
const COMMON = /&(amp|gt|lt|nbsp|quot);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  gt: ">",
  lt: "<",
  nbsp: "\u00a0",
  quot: '"',
};

/**
 * Decodes the character references in a text, such as `&amp;`. The text must be a whole text or
 * attribute value of a page, because the end of a text may end a reference.
 */
export function decodeReferences(text: string, place: ReferencePlace): string {
  if (!text.includes("&")) return text;
  if (!UNCOMMON.test(text)) return text.replace(COMMON, (_, name: string) => CHARACTERS[name]!);
  return decodeWithTokenizer(text, place);
}

/** Reads the text again with htmlparser2, which knows all names and the rules about their ends. */
function decodeWithTokenizer(text: string, place: ReferencePlace): string {
  const source = inPlace(text, place);
  const parts: string[] = [];
  const add = (start: number, end: number) => parts.push(source.slice(start, end));
  const addCodePoint = (codePoint: number) => parts.push(String.fromCodePoint(codePoint));
  const isAttribute = place === "attribute";
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: isAttribute ? ignore : add,
      ontextentity: isAttribute ? ignore : addCodePoint,
      onattribdata: add,
      onattribentity: addCodePoint,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onopentagname: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return parts.join("");
}

function inPlace(text: string, place: ReferencePlace): string {
  if (place === "text") return text;
  if (place !== "attribute") return `<${place}>${text}`;
  if (!text.includes('"')) return `<a b="${text}">`;
  return text.includes("'") ? `<a b=${text}>` : `<a b='${text}'>`;
}
