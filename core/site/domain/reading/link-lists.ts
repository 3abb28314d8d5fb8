import { type HtmlNode, leadingText } from "./tree.ts";

/** Links of fewer letters on average are those of a menu. */
const minLinkLetters = 25;

/** A menu: many short links and little else. Titles of articles and products are longer, or have pictures. */
export function isMenu(
  { links, letters, linkLetters, figures }: HtmlNode,
  totalLetters: number,
): boolean {
  return (
    links >= 4 &&
    figures === 0 &&
    letters < 0.35 * totalLetters &&
    linkLetters > 0.75 * letters &&
    linkLetters < minLinkLetters * links
  );
}

/** Whether the run of text right before a list is the end of a sentence with a colon: then the list goes on with it. */
export function isAnnounced(before: HtmlNode | undefined): boolean {
  return (
    before?.parent !== undefined &&
    before.parent.letters >= 20 &&
    /:\s*$/.test(before.text.slice(-20))
  );
}

/** Titles of other pages, with pictures or headings: beside the point where a page is made of sentences. */
export function isTeaserList(
  { links, letters, linkLetters, figures }: HtmlNode,
  totalLetters: number,
): boolean {
  return links >= 3 && figures > 0 && letters < 0.35 * totalLetters && linkLetters > 0.6 * letters;
}

const buttonClass = /(?:^|[\s_-])(?:btn|button)(?:[\s_-]|$)/i;

/** A link dressed as a button: people press it, they do not read it. */
export function isButton({ tag, letters, attributes }: HtmlNode): boolean {
  return (
    tag.name === "a" &&
    letters < 30 &&
    attributes?.class !== undefined &&
    buttonClass.test(attributes.class.slice(0, 300))
  );
}

const callToAction =
  /^(?:(?:learn|read|find out|see|show|view|discover|explore) (?:more|all|less|full \w+)|shop (?:now|all)|(?:buy|book|apply|join|enrol|enroll|register|order|download|subscribe|donate) now|get started|sign up|subscribe|click here|contact us|try (?:it )?(?:for )?free|(?:get|request|book) a (?:demo|quote)\b.*)\W*$/i;

/** A block that is only a link which calls to press it: a button without its dress. */
export function isCallToAction(node: HtmlNode): boolean {
  return (
    node.links === 1 &&
    node.letters < 40 &&
    node.linkLetters === node.letters &&
    callToAction.test(leadingText(node))
  );
}
