import { type HtmlNode, leadingText, nextNode } from "../parse/tree.ts";

/** Links that average fewer letters than this are menu items. */
const MIN_LINK_LETTERS = 25;

/** A longer text beside the links is a description rather than a label. */
const MAX_LABEL_LETTERS = 40;

/** How many nodes of an element are searched. */
const MAX_STEPS = 60;

/**
 * Whether an element is a menu: several short links and little else. Article and product titles are
 * longer or have images.
 */
export function isMenu(
  { links, letters, linkLetters, headingsAndImages, longest }: HtmlNode,
  totalLetters: number,
): boolean {
  return (
    links >= 4 &&
    longest < MAX_LABEL_LETTERS &&
    headingsAndImages === 0 &&
    letters < 0.35 * totalLetters &&
    linkLetters > 0.75 * letters &&
    linkLetters < MIN_LINK_LETTERS * links
  );
}

/**
 * Whether the text before a list is a sentence that ends with a colon. The list then belongs to the
 * sentence.
 */
export function isAnnounced(before: HtmlNode | undefined): boolean {
  return (
    before?.parent !== undefined &&
    before.parent.letters >= 20 &&
    /:\s*$/.test(before.text.slice(-20))
  );
}

const SEPARATOR = /^\s*[,;]/;
const RECORD_TAGS = new Set(["article", "dd", "dt", "li", "td"]);

/**
 * Whether commas separate the links of an entry in a list, such as the authors of a paper. Menus
 * have no commas.
 */
export function isEnumeration(node: HtmlNode): boolean {
  let links = 0;
  let separators = 0;
  let inner: HtmlNode | undefined = node;
  for (let steps = 0; inner && steps < MAX_STEPS; steps++) {
    if (inner.tag.name === "a") links++;
    else if (inner.letters > 0 && SEPARATOR.test(inner.text)) separators++;
    inner = nextNode(node, inner);
  }
  return separators >= 2 && 2 * separators >= links - 1 && isInRecord(node);
}

function isInRecord(node: HtmlNode): boolean {
  let up: HtmlNode | undefined = node;
  for (let steps = 0; up && steps < 4; steps++, up = up.parent)
    if (RECORD_TAGS.has(up.tag.name)) return true;
  return false;
}

/** Whether an element is a list of teasers: links to other pages with images or headings. */
export function isTeaserList(
  { links, letters, linkLetters, headingsAndImages }: HtmlNode,
  totalLetters: number,
): boolean {
  return (
    links >= 3 &&
    headingsAndImages > 0 &&
    letters < 0.35 * totalLetters &&
    linkLetters > 0.6 * letters
  );
}

const SEQUENCE_LINK = /^\W*(?:prev(?:ious)?|next)(?: (?:page|chapter|section|topic))?\W*$/i;

/** Whether an element is the navigation to the previous and next page of a book. */
export function isSequenceNavigation(node: HtmlNode): boolean {
  const { links, letters, linkLetters, headingsAndImages, prose } = node;
  if (links < 1 || links > 6 || letters > 400 || headingsAndImages > 0 || prose > 0) return false;
  if (linkLetters < 0.3 * letters) return false;
  let inner: HtmlNode | undefined = node;
  for (let steps = 0; inner && steps < MAX_STEPS; steps++) {
    if (inner.tag.name === "a" && inner.letters < 30 && SEQUENCE_LINK.test(leadingText(inner)))
      return true;
    inner = nextNode(node, inner);
  }
  return false;
}

const BUTTON_CLASS = /(?:^|[\s_-])(?:btn|button)(?:[\s_-]|$)/i;

/** Whether a short link is styled as a button. */
export function isButton({ tag, letters, attributes }: HtmlNode): boolean {
  return (
    tag.name === "a" &&
    letters < 30 &&
    attributes?.class !== undefined &&
    BUTTON_CLASS.test(attributes.class.slice(0, 300))
  );
}

const CALL_TO_ACTION =
  /^(?:(?:learn|read|find out|see|show|view|discover|explore) (?:more|all|less|full \w+)|shop (?:now|all)|(?:buy|book|apply|join|enrol|enroll|register|order|download|subscribe|donate) now|get started|sign up|subscribe|click here|contact us|try (?:it )?(?:for )?free|(?:get|request|book) a (?:demo|quote)\b.*)\W*$/i;

/** Whether a block consists of one link with a call to action, such as "Learn more". */
export function isCallToAction(node: HtmlNode): boolean {
  return (
    node.links === 1 &&
    node.letters < 40 &&
    node.linkLetters === node.letters &&
    CALL_TO_ACTION.test(leadingText(node))
  );
}
