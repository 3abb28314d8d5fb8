import { parseFrontMatter } from "./front-matter.ts";
import { isHidden } from "./hidden.ts";
import { removeInvisible } from "./invisible.ts";
import { blankCode } from "./markdown-code.ts";
import { markdownText } from "./markdown-text.ts";
import { type PageHead, readHeadElement, toOneLine } from "./page-head.ts";
import { describeMarkdown } from "./read-markdown.ts";
import { scanHtml } from "./scan-html.ts";

/** The parts of a page that search and lists of pages need. */
export interface PageOutline {
  readonly title?: string;
  readonly description?: string;
  /** The language tag (BCP 47) that the page declares. */
  readonly language?: string;
  /** The headings in document order, without repetitions. */
  readonly headings: readonly string[];
  /** The visible text outside navigation, with a line for each block. */
  readonly text: string;
  /** The targets of links as written, without repetitions. */
  readonly links: readonly string[];
  /** The target of `<base>`, against which links resolve. */
  readonly base?: string;
  /** Whether the page asks robots not to follow its links. */
  readonly isNofollow: boolean;
  /** Whether the page asks not to appear in search results. */
  readonly isNoindex: boolean;
}

const MAX_TEXT = 200_000;
const MAX_HEADINGS = 100;
/** The maximum length of all headings together, in UTF-16 units. */
const MAX_HEADING_CHARACTERS = 2_000;
const MAX_LINKS = 2_000;
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

/** Reads the outline of an HTML page in one pass, without choosing its main content. */
export function outlineHtml(html: string): PageOutline {
  const head: PageHead = { title: "" };
  const headings = createHeadings();
  const links = new Set<string>();
  const parts: string[] = [];
  let length = 0;
  let isNofollow = false;
  let isNoindex = false;
  let inTitle = false;
  let hasTitle = false;
  let heading: string | undefined;
  /** The element whose content is skipped, and how many elements of its name are open. */
  let skipped = "";
  let depth = 0;

  /** Whether the text so far is a menu above the content. */
  const isMenu = () => headings.list.length === 0 && length < MAX_MENU && links.size > 2;

  scanHtml(html, {
    isForeign: () => skipped === "svg" || skipped === "math",
    open(name, attributes, selfClosing) {
      if (name === "a" && attributes?.href && links.size < MAX_LINKS)
        links.add(attributes.href.trim());
      if (skipped) {
        if (name === skipped && !selfClosing) depth += 1;
        // Content never belongs to a menu that its page forgets to close.
        else if (name === "main" || name === "h1") skipped = "";
        if (skipped) return;
      }
      if (name === "title") {
        inTitle = !hasTitle;
        hasTitle = true;
        return;
      }
      if (attributes) readHeadElement(head, name, attributes);
      if (name === "meta" && /^robots$/i.test(attributes?.name ?? "")) {
        isNofollow ||= /\b(nofollow|none)\b/i.test(attributes?.content ?? "");
        isNoindex ||= /\b(noindex|none)\b/i.test(attributes?.content ?? "");
      }
      if (
        (SKIPPED.has(name) || (attributes && isHidden(attributes))) &&
        !selfClosing &&
        !VOID.has(name)
      ) {
        skipped = name;
        depth = 1;
      } else if (/^h[1-6]$/.test(name)) heading = "";
      if (name === "main" || (/^h[12]$/.test(name) && isMenu())) parts.length = 0;
      if (!INLINE.has(name)) parts.push("\n");
    },
    text(text) {
      if (inTitle) head.title += text;
      if (inTitle || skipped) return;
      if (heading !== undefined && heading.length < MAX_HEADING_CHARACTERS) heading += text;
      if (length < MAX_TEXT) {
        // Only elements begin lines.
        parts.push(text.replaceAll("\n", " "));
        length += text.length;
      }
    },
    close(name) {
      if (name === "title") inTitle = false;
      else if (name === skipped && --depth === 0) skipped = "";
      else if (!skipped && /^h[1-6]$/.test(name) && heading !== undefined) {
        headings.add(heading);
        heading = undefined;
      }
      if (!INLINE.has(name)) parts.push("\n");
    },
  });
  const title = toOneLine(head.title) ?? head.socialTitle ?? headings.list[0];
  return copyStrings({
    ...(title && { title }),
    ...(head.description && { description: head.description }),
    ...(head.language && { language: head.language }),
    ...(head.base && { base: head.base }),
    headings: headings.list,
    text: tidy(parts.join("")),
    links: [...links],
    isNofollow,
    isNoindex,
  });
}

/** Reads the outline of a Markdown source. */
export function outlineMarkdown(markdown: string): PageOutline {
  const { body, language } = parseFrontMatter(markdown);
  const source = body.slice(0, MAX_TEXT);
  const visible = blankCode(source);
  const headings = createHeadings();
  for (const [, heading] of visible.matchAll(/^ {0,3}#{1,6}[ \t]+(.{1,1000})/gm))
    headings.add(markdownText(withoutClosingMarks(heading!)));
  const links = new Set<string>();
  for (const [, link] of visible.matchAll(/\]\(\s{0,9}<?([^()\s<>]{1,2048})/g)) {
    if (links.size === MAX_LINKS) break;
    links.add(link!);
  }
  return copyStrings({
    ...describeMarkdown(markdown),
    ...(language && { language }),
    headings: headings.list,
    text: tidy(markdownText(source)),
    links: [...links],
    isNofollow: false,
    isNoindex: false,
  });
}

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Removes the `#` after a heading. An expression would take quadratic time on many of them. */
function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (end > 0 && " \t#".includes(heading[end - 1]!)) end -= 1;
  return heading.slice(0, end);
}

const tidy = (text: string) =>
  removeInvisible(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[\n ]*/g, "\n")
    .trim();

function createHeadings() {
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

/** Copies the strings, because slices of a page would keep the whole page in memory. */
const copyStrings = (outline: PageOutline): PageOutline =>
  JSON.parse(JSON.stringify(outline)) as PageOutline;
