import { isRelatedHeading, isReviewsHeading } from "./boilerplate.ts";
import { hasBoilerplateName, hasSecondaryName } from "./boilerplate-names.ts";
import { dropDuplicates } from "./duplicates.ts";
import { isEditorialNote } from "./editorial-notes.ts";
import { titleAncestors } from "./headings.ts";
import { isAnnounced, isButton, isCallToAction, isMenu, isTeaserList } from "./link-lists.ts";
import { measure, minLetters } from "./measure.ts";
import type { PageKind } from "./page-kind.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { type HtmlNode, isExcluded, leadingText, TEXT, walk } from "./tree.ts";

/** What is known of the content as a whole: its letters, whether most are in sentences, and the kind of its page. */
interface PageStats {
  letters: number;
  isProse: boolean;
  kind: PageKind;
}

/** Drops what is named or shaped like machinery inside of the content; not when hardly anything would be left. */
export function prune(main: HtmlNode, kind: PageKind): void {
  const isProse = main.prose > 0.6 * main.letters;
  // The heads of many pages that are no articles say that they are.
  const stats: PageStats = {
    letters: main.letters,
    isProse,
    kind: kind === "article" && !isProse ? "other" : kind,
  };
  // In a discussion the title stands among what its software says of the topic.
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
    node.dropped = true;
    dropped.push(node);
    return false;
  });
  // A page that would lose most of its text as lists of links is one itself.
  if (listLetters > (kind === "product" ? 0.4 : 0.5) * stats.letters)
    for (const node of lists) node.dropped = false;
  if (kind === "product" || kind === "discussion")
    for (const node of dropDuplicates(main)) dropped.push(node);
  if (dropped.length === 0) return;
  measure(main);
  if (main.letters >= Math.min(minLetters, stats.letters)) return;
  for (const node of dropped) node.dropped = false;
}

/** A menu, or beside a product the titles of others. */
function isListOfLinks(
  node: HtmlNode,
  before: HtmlNode | undefined,
  { letters, kind }: PageStats,
): boolean {
  return (
    (isMenu(node, letters) && !isAnnounced(before)) ||
    (kind === "product" && isTeaserList(node, letters))
  );
}

/** A name or a heading is believed of an element with less than a share of the text: what holds more is the content. */
function isBoilerplate(node: HtmlNode, { letters, isProse, kind }: PageStats): boolean {
  if (node.letters < 0.8 * letters && isSecondary(node, kind)) return true;
  if (node.letters >= 0.4 * letters) return false;
  if (node.attributes && hasBoilerplateName(node.attributes, () => leadingHeading(node)))
    return true;
  if (isProse && (isTeaserList(node, letters) || isCallToAction(node))) return true;
  if (isEditorialNote(node, kind)) return true;
  return (
    node.figures > 0 &&
    isRelatedHeading(leadingHeading(node), node.linkLetters > 0.3 * node.letters)
  );
}

/** Whether an element is what pages of this kind have beside their subject. */
function isSecondary(node: HtmlNode, kind: PageKind): boolean {
  if (node.attributes && hasSecondaryName(node.attributes, kind)) return true;
  return kind === "product" && node.figures > 0 && isReviewsHeading(leadingHeading(node));
}

/** The heading that an element begins with, or "". */
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
