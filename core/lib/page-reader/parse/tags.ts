/** The properties that every element with the same name shares. */
export interface Tag {
  readonly name: string;
  /** Bit flags, see below. */
  readonly traits: number;
}

/** A block element: its start and end separate blocks of text. */
export const BLOCK = 1;
/** A void element: it has no content and no end tag. */
export const VOID = 2;
/** Its content is never rendered as text. */
export const NOT_RENDERED = 4;
/** A form control or its label. */
export const CONTROL = 8;
/** End tags and implied ends don't reach beyond it (HTML standard, "has an element in scope"). */
export const SCOPE = 16;
/** Its start tag closes an open paragraph. */
export const ENDS_PARAGRAPH = 32;
/** h1 to h6. */
export const HEADING = 64;
/** The start tag of a list item doesn't close items outside it. */
export const ITEM_SCOPE = 128;
/** The ends of cells, rows and sections don't reach beyond it. */
export const TABLE = 1024;
/** Allowed in the head. Any other element ends the head. */
export const IN_HEAD = 2048;
/** p. A start tag may close this and the following kinds of elements implicitly. */
export const PARAGRAPH = 4096;
/** li. */
export const ITEM = 8192;
/** dt and dd. */
export const TERM = 16_384;
/** tr. */
export const ROW = 32_768;
/** td and th, and the other elements that the start tag of a cell closes. */
export const CELL = 65_536;
/** tbody, thead and tfoot, and the other elements that their start tags close. */
export const SECTION = 131_072;
/** button. A paragraph outside it isn't closed from inside. */
export const BUTTON = 262_144;
/** Its text is neither markup nor content: script and style. */
export const RAW = 256;
/** May state facts about the page, such as its description. */
export const METADATA = 524_288;
/** A part of a table's structure. White space directly inside it is ignored. */
export const TABLE_PART = 512;

const TRAIT_TAGS: [number, string][] = [
  [
    BLOCK,
    "address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul",
  ],
  [
    VOID,
    "area base basefont bgsound br col embed frame hr img input link meta param source track wbr",
  ],
  [
    NOT_RENDERED,
    "applet area audio base canvas datalist dialog embed frame frameset head iframe link meta noembed noframes noscript object param script source style svg template title track video",
  ],
  [CONTROL, "button input label optgroup option select textarea"],
  [SCOPE, "applet caption html marquee object table td template th"],
  [
    ENDS_PARAGRAPH,
    "address article aside blockquote center details dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul",
  ],
  [HEADING, "h1 h2 h3 h4 h5 h6"],
  [
    ITEM_SCOPE,
    "article aside blockquote body caption center details dir dl fieldset figure footer form header html main menu nav ol pre section table td template th ul",
  ],
  [TABLE, "html table template"],
  [IN_HEAD, "base basefont bgsound link meta noframes noscript script style template title"],
  [METADATA, "base html link meta time"],
  [PARAGRAPH, "p"],
  [ITEM, "li"],
  [TERM, "dd dt"],
  [ROW, "tr"],
  [CELL, "caption colgroup td th"],
  [SECTION, "caption colgroup tbody tfoot thead"],
  [BUTTON, "button"],
  [RAW, "script style"],
  [TABLE_PART, "colgroup table tbody tfoot thead tr"],
];

const TAGS = new Map<string, Tag>();
for (const [trait, names] of TRAIT_TAGS) {
  for (const name of names.split(" "))
    TAGS.set(name, { name, traits: (TAGS.get(name)?.traits ?? 0) | trait });
}
for (const name of [
  "a",
  "abbr",
  "b",
  "code",
  "em",
  "i",
  "kbd",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "svg",
  "u",
]) {
  if (!TAGS.has(name)) TAGS.set(name, { name, traits: 0 });
}

/** The tag of a lowercase name. Unknown names are inline elements. */
export function getTag(name: string): Tag {
  return TAGS.get(name) ?? { name, traits: 0 };
}
