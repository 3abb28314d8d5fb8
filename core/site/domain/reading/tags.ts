/** What the reader knows of an element's name: `is` is a sum of the traits below. */
export interface Tag {
  readonly name: string;
  readonly traits: number;
}

/** Starts and ends a block of text. */
export const BLOCK = 1;
/** Has no content and no end tag. */
export const VOID = 2;
/** Its content is never shown to people. */
export const UNSEEN = 4;
/** A form control: people use it, they do not read it. */
export const CONTROL = 8;
/** End tags and implied ends do not reach outside of it (HTML standard, "has an element in scope"). */
export const SCOPE = 16;
/** Its start ends an open paragraph. */
export const ENDS_PARAGRAPH = 32;
/** h1 to h6. */
export const HEADING = 64;
/** The start of a list item does not close items outside of it. */
export const ITEM_SCOPE = 128;
/** Ends of cells, rows and sections do not reach outside of it. */
export const TABLE = 1024;
/** May stand in the head; anything else ends it. */
export const IN_HEAD = 2048;
/** p, li, … : what a start tag may end. */
export const PARAGRAPH = 4096;
export const ITEM = 8192;
/** dt and dd. */
export const TERM = 16_384;
export const ROW = 32_768;
/** td and th, and what else a cell's start ends. */
export const CELL = 65_536;
/** The parts of a table that rows stand in, and what else their start ends. */
export const SECTION = 131_072;
/** Its text is not markup and not content: script, style. */
export const RAW = 256;
/** Part of a table's skeleton: text directly in it is only white space. */
export const TABLE_PART = 512;

const traitTags: [number, string][] = [
  [
    BLOCK,
    "address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul",
  ],
  [
    VOID,
    "area base basefont bgsound br col embed frame hr img input link meta param source track wbr",
  ],
  [
    UNSEEN,
    "applet area audio base canvas datalist dialog embed frame frameset head iframe link meta noembed noframes noscript object param script source style svg template title track video",
  ],
  [CONTROL, "button input label optgroup option select textarea"],
  [SCOPE, "applet button caption html marquee object table td template th"],
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
  [PARAGRAPH, "p"],
  [ITEM, "li"],
  [TERM, "dd dt"],
  [ROW, "tr"],
  [CELL, "caption colgroup td th"],
  [SECTION, "caption colgroup tbody tfoot thead"],
  [RAW, "script style"],
  [TABLE_PART, "colgroup table tbody tfoot thead tr"],
];

const tags = new Map<string, Tag>();
for (const [trait, names] of traitTags) {
  for (const name of names.split(" "))
    tags.set(name, { name, traits: (tags.get(name)?.traits ?? 0) | trait });
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
  if (!tags.has(name)) tags.set(name, { name, traits: 0 });
}

/** The tag of a name in lower case; a name that HTML does not have is an inline element. */
export function getTag(name: string): Tag {
  return tags.get(name) ?? { name, traits: 0 };
}
