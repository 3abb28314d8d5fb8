import { type HtmlNode, hasBlocks, leadingText } from "../parse/tree.ts";

/** Longer blocks are content. */
const MAX_LABEL_LETTERS = 40;
const MAX_COPYRIGHT_LETTERS = 400;

/** In cells, terms and code, the same words name a command. */
const RECORD_TAGS = new Set(["code", "dd", "dt", "pre", "td", "th"]);

const LABEL = new RegExp(
  `^(?:${[
    "(?:read|see|show|view|load) (?:more|less|fewer)(?: ?[/|]? ?(?:read|see|show|view) (?:more|less))?",
    "quick ?(?:view|shop|buy|look|add)",
    "add(?:ed)? to (?:cart|bag|basket|wish ?list|list|registry|compare|favorites)",
    "(?:choose|select) options|buy now|notify me when available",
    "loading(?:\\.{2,3}|…)?",
    "clear (?:all|filters?)|apply filters?|sort(?:ed)? by:?",
    "sponsored|advertisement",
  ].join("|")})$`,
  "i",
);
/** On a page of prose, these may be steps of an instruction. */
const ACTION = /^(?:(?:share|print|save|follow)(?: this(?: \w+)?)?|filters?|compare|promoted)$/i;
const SKIP_LINK = /^skip to /i;
const COPYRIGHT = /^(?:copyright )?(?:©|\(c\)|copyright) ?(?:19|20)\d\d\b/i;

/**
 * Whether a block is a label of the site's interface, such as "Quick view", a skip link, or a
 * copyright line that is mostly links.
 */
export function isInterfaceText(node: HtmlNode, isProse: boolean): boolean {
  const { letters, linkLetters, links } = node;
  if (letters === 0 || letters > (links > 0 ? MAX_COPYRIGHT_LETTERS : MAX_LABEL_LETTERS))
    return false;
  if (RECORD_TAGS.has(node.tag.name) || hasBlocks(node)) return false;
  const text = leadingText(node);
  if (linkLetters > 0.5 * letters && COPYRIGHT.test(text)) return true;
  if (letters > MAX_LABEL_LETTERS) return false;
  if (LABEL.test(text) || (linkLetters === letters && SKIP_LINK.test(text))) return true;
  return !isProse && node.tag.name !== "li" && ACTION.test(text);
}
