import { isHidden } from "./hide/hidden.ts";
import { removeInvisible } from "./hide/invisible.ts";
import { toOneLine } from "./parse/page-head.ts";
import type { Attributes } from "./parse/scan-html.ts";

/** The maximum length of an outline's text, in UTF-16 units. */
export const MAX_TEXT = 200_000;
const MAX_HEADINGS = 100;
/** The maximum length of all headings together, in UTF-16 units. */
const MAX_HEADING_CHARACTERS = 2_000;
/** The maximum number of links of an outline. */
export const MAX_LINKS = 2_000;
/** The maximum length of a menu before the first `<h1>`, in UTF-16 units. */
const MAX_MENU = 1_000;

/** Elements whose content isn't text of the page. */
const SKIPPED = new Set(
  "script style template noscript svg math nav footer aside select button dialog iframe object textarea".split(
    " ",
  ),
);
/** Elements inside which text continues on the same line. */
const INLINE = new Set(
  "a abbr acronym b big bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const HEADING = /^h[1-6]$/;

/** Collects the headings, text and links of a page from its tags and texts in document order. */
export interface OutlineCollector {
  /** Records the target of a link. Links count wherever they are. */
  link(name: string, attributes: Attributes | undefined): void;
  /** Returns whether the element belongs to the content. */
  open(name: string, attributes: Attributes | undefined, isSelfClosing: boolean): boolean;
  text(text: string): void;
  close(name: string): void;
  /** Whether the position is inside SVG or MathML. */
  isForeign(): boolean;
  readonly headings: readonly string[];
  readonly links: readonly string[];
  /** The text with a line for each block. */
  content(): string;
}

export function createOutlineCollector(): OutlineCollector {
  const headings = createHeadings();
  const links = new Set<string>();
  const parts: string[] = [];
  let length = 0;
  let heading: string | undefined;
  /** The element whose content is skipped, and how many elements of its name are open. */
  let skipped = "";
  let depth = 0;

  /** Whether the text so far is a menu above the content. */
  const isMenu = () => headings.list.length === 0 && length < MAX_MENU && links.size > 2;

  return {
    link(name, attributes) {
      if (name === "a" && attributes?.href && links.size < MAX_LINKS)
        links.add(attributes.href.trim());
    },
    open(name, attributes, isSelfClosing) {
      if (skipped) {
        if (name === skipped && !isSelfClosing) depth += 1;
        // Content never belongs to a menu that its page forgets to close.
        else if (name === "main" || name === "h1") skipped = "";
        if (skipped) return false;
      }
      if (name === "title") return true;
      if (
        (SKIPPED.has(name) || (attributes && isHidden(attributes))) &&
        !isSelfClosing &&
        !VOID.has(name)
      ) {
        skipped = name;
        depth = 1;
      } else if (HEADING.test(name)) heading = "";
      if (name === "main" || (/^h[12]$/.test(name) && isMenu())) parts.length = 0;
      if (!INLINE.has(name)) parts.push("\n");
      return true;
    },
    text(text) {
      if (skipped) return;
      if (heading !== undefined && heading.length < MAX_HEADING_CHARACTERS) heading += text;
      if (length < MAX_TEXT) {
        // Only elements begin lines.
        parts.push(text.replaceAll("\n", " "));
        length += text.length;
      }
    },
    close(name) {
      if (name === skipped && --depth === 0) skipped = "";
      else if (!skipped && HEADING.test(name) && heading !== undefined) {
        headings.add(heading);
        heading = undefined;
      }
      if (!INLINE.has(name)) parts.push("\n");
    },
    isForeign: () => skipped === "svg" || skipped === "math",
    get headings() {
      return headings.list;
    },
    get links() {
      return [...links];
    },
    content: () => tidy(parts.join("")),
  };
}

/** Removes invisible characters and collapses white space, except for line breaks. */
export const tidy = (text: string) =>
  removeInvisible(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[\n ]*/g, "\n")
    .trim();

/** Collects headings without repetitions, within limits of their number and length. */
export function createHeadings() {
  const found = new Set<string>();
  let length = 0;
  return {
    get list() {
      return [...found];
    },
    add(text: string): void {
      // Sphinx puts a paragraph sign for the link to each heading.
      const heading = toOneLine(text.replace(/[¶#]\s*$/, ""));
      if (!heading || found.size === MAX_HEADINGS) return;
      if (length + heading.length > MAX_HEADING_CHARACTERS) return;
      length += heading.length;
      found.add(heading);
    },
  };
}
