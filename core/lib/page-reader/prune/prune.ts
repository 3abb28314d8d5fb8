import { isRelatedHeading, isReviewsHeading } from "../choose/boilerplate.ts";
import { titleAncestors } from "../choose/headings.ts";
import { MIN_LETTERS, measure } from "../choose/measure.ts";
import type { PageKind } from "../parse/page-kind.ts";
import { BLOCK, HEADING } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, leadingText, TEXT, walk } from "../parse/tree.ts";
import { hasBoilerplateName, hasSecondaryName } from "./boilerplate-names.ts";
import { dropDuplicates } from "./duplicates.ts";
import { isEditorialNote } from "./editorial-notes.ts";
import { isInterfaceText } from "./interface-text.ts";
import {
  isAnnounced,
  isButton,
  isCallToAction,
  isEnumeration,
  isMenu,
  isSequenceNavigation,
  isTeaserList,
} from "./link-lists.ts";
import { besideAuthorName } from "./post-author.ts";
import { dropRepeatedQuotations } from "./quotations.ts";

/** Properties of the content as a whole. */
interface PageStats {
  letters: number;
  /** Whether most letters are in sentences. */
  isProse: boolean;
  kind: PageKind;
  /** Whether the page may consist of teasers: it has neither sentences nor a declared kind. */
  isListing: boolean;
}

/**
 * Drops elements inside the content that are named or shaped like boilerplate, unless hardly any
 * text would remain.
 */
export function prune(main: HtmlNode, kind: PageKind): void {
  // Posts consist of sentences, but names, dates and labels take much of a discussion's text.
  const isProse = main.prose > (kind === "discussion" ? 0.4 : 0.6) * main.letters;
  // Many pages wrongly claim to be articles, so the claim counts only for prose.
  const stats: PageStats = {
    letters: main.letters,
    isProse,
    kind: kind === "article" && !isProse ? "other" : kind,
    isListing: !isProse && kind === "other",
  };
  // In a discussion, the title is among the forum's boilerplate.
  const titleNodes = kind === "discussion" ? new Set<HtmlNode>() : titleAncestors(main);
  const dropped: HtmlNode[] = [];
  const lists: HtmlNode[] = [];
  let listLetters = 0;
  let lastText: HtmlNode | undefined;
  walk(main, (node) => {
    if (isExcluded(node)) return false;
    if (node.tag === TEXT && node.letters > 0) lastText = node;
    if (node === main || node.tag.traits & HEADING || titleNodes.has(node)) return true;
    const isBlock = (node.tag.traits & BLOCK) !== 0;
    if (isBlock && isListOfLinks(node, lastText, stats)) {
      lists.push(node);
      listLetters += node.letters;
    } else if (!(isBlock ? isBoilerplate(node, stats) : isButton(node))) return true;
    const besideName = kind === "discussion" ? besideAuthorName(node) : undefined;
    if (besideName) {
      for (const other of besideName) {
        other.dropped = true;
        dropped.push(other);
      }
      return false;
    }
    node.dropped = true;
    dropped.push(node);
    return false;
  });
  // If lists of links make up most of the text, they are the content.
  if (listLetters > (kind === "product" ? 0.4 : 0.5) * stats.letters)
    for (const node of lists) node.dropped = false;
  if (kind === "discussion") dropped.push(...dropRepeatedQuotations(main));
  const repeats = kind === "product" || kind === "discussion";
  if (repeats || !isProse) dropped.push(...dropDuplicates(main, { anywhere: repeats }));
  if (dropped.length === 0) return;
  measure(main);
  if (main.letters >= Math.min(MIN_LETTERS, stats.letters)) return;
  for (const node of dropped) node.dropped = false;
}

/** Whether an element is a menu or, on a product page, a list of other products. */
function isListOfLinks(
  node: HtmlNode,
  before: HtmlNode | undefined,
  { letters, kind }: PageStats,
): boolean {
  return (
    (isMenu(node, letters) && !isAnnounced(before) && !isEnumeration(node)) ||
    (kind === "product" && isTeaserList(node, letters))
  );
}

/**
 * Whether an element's name or heading marks it as boilerplate. Elements with a large share of the
 * text are content.
 */
function isBoilerplate(node: HtmlNode, { letters, isProse, kind, isListing }: PageStats): boolean {
  if (node.letters < 0.8 * letters && isSecondary(node, kind)) return true;
  if (node.letters >= 0.4 * letters) return false;
  if (node.attributes && hasBoilerplateName(node.attributes, () => leadingHeading(node)))
    return true;
  if (isProse && (isTeaserList(node, letters) || isCallToAction(node))) return true;
  if (isEditorialNote(node, kind) || isSequenceNavigation(node)) return true;
  if (isInterfaceText(node, isProse)) return true;
  return node.headingsAndImages > 0 && isRelatedHeading(leadingHeading(node), node, isListing);
}

/** Whether an element is secondary content for a page kind, such as reviews on a product page. */
function isSecondary(node: HtmlNode, kind: PageKind): boolean {
  if (node.attributes && hasSecondaryName(node.attributes, kind)) return true;
  return kind === "product" && node.headingsAndImages > 0 && isReviewsHeading(leadingHeading(node));
}

/** The text of the heading that an element starts with, or "". */
function leadingHeading(node: HtmlNode): string {
  let first: HtmlNode | undefined = node;
  for (let depth = 0; first && depth < 8; depth++) {
    if (first.tag.traits & HEADING) return first.letters < 100 ? leadingText(first) : "";
    let child: HtmlNode | undefined = first.firstChild;
    while (child && (isExcluded(child) || child.letters === 0)) child = child.nextSibling;
    first = child;
  }
  return "";
}
