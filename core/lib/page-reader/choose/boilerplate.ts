import { HEADING } from "../parse/tags.ts";
import type { HtmlNode } from "../parse/tree.ts";

const FRAME_TAGS = new Set(["nav", "search", "dialog"]);
const FRAME_ROLES = new Set(
  "alertdialog banner complementary contentinfo dialog menu menubar menuitemcheckbox menuitemradio navigation search status toolbar tooltip".split(
    " ",
  ),
);
const CALLOUT_CLASS =
  /(?:^|[\s_-])(?:admonition|callout|note|tip|warning|caution|danger|info|important|alert|hint|aside--|pullquote)(?:[\s_-]|$)/i;

/**
 * Whether an element is part of the site's frame by its tag or role: navigation, search, dialogs,
 * header, footer.
 */
export function isFrame({ tag, attributes, parent }: HtmlNode, isInContent: boolean): boolean {
  if (FRAME_TAGS.has(tag.name)) return true;
  // The footer of a quotation names its source.
  if (tag.name === "footer") return parent?.tag.name !== "blockquote";
  if (tag.name === "header") return !isInContent;
  // Notes and warnings belong to the content.
  if (tag.name === "aside") return !CALLOUT_CLASS.test(attributes?.class ?? "");
  if (tag.name === "main" || tag.name === "body") return false;
  return attributes?.role !== undefined && FRAME_ROLES.has(attributes.role.toLowerCase());
}

/**
 * The heading, term, summary or column header around a form control, as in accordions and sortable
 * columns.
 */
export function enclosingLabel(control: HtmlNode): HtmlNode | undefined {
  for (let up = control.parent, steps = 0; up && steps < 4; up = up.parent, steps++) {
    if (
      up.tag.traits & HEADING ||
      up.tag.name === "th" ||
      up.tag.name === "dt" ||
      up.tag.name === "summary"
    )
      return up;
  }
  return undefined;
}

const RELATED_HEADING =
  /^(?:related|you (?:may|might) (?:also|be)|recommended|similar|recently viewed|customers (?:also|who)|people (?:also|who)|others also|frequently bought|(?:read|up) next|also (?:read|on)|keep reading|complete (?:the|your) (?:look|set|kit|outfit)|shop (?:the look|similar)|(?:pairs|goes) (?:well|perfectly) with|other products|bundles (?:&|and) offers|categories$|tags$|archives$)/i;
/** Unlike "Related work" or "Similar tools", these never introduce prose. */
const RECOMMENDATION_HEADING =
  /^(?:you (?:may|might) also (?:like|love|enjoy|be interested)|recommended for you|recently viewed(?: (?:products|items))?$|customers (?:also|who) (?:bought|viewed|liked|purchased)|(?:people|others) also (?:bought|viewed|liked|searched|ask)|frequently bought)/i;
const SIMILAR_HEADING =
  /^(?:our )?(?:related|similar|recommended) (?:\w+ )?(?:products|items|articles|posts|stories|news|services|courses|seminars|events|jobs|listings)$/i;
/** On a page that consists of teasers, these introduce its content. */
const SELECTION_HEADING =
  /^(?:more (?:from|in|on|like|stories|articles|posts|news)|popular|trending|most (?:read|popular|viewed)|latest (?:news|posts|articles|stories)|recent (?:posts|articles|news|comments)|featured (?:products|items)|best ?sellers|new arrivals)/i;
const FORM_HEADING =
  /^(?:(?:subscribe|sign up) (?:to|for)|join our (?:newsletter|mailing)|get the latest (?:news|updates)|stay (?:in the loop|connected|informed)|share this|follow us|about the author|leave a (?:reply|comment)|post a comment|join the (?:conversation|discussion)|we value your privacy)/i;

/**
 * Whether a section's heading introduces a form, or teasers of other pages. `isListing` is whether
 * the whole page consists of teasers.
 */
export function isRelatedHeading(
  heading: string,
  { links, linkLetters, letters }: HtmlNode,
  isListing: boolean,
): boolean {
  if (heading.length >= 80) return false;
  if (FORM_HEADING.test(heading)) return true;
  // A script fills a section that has only its heading.
  const isEmpty = letters <= heading.length;
  if ((links >= 1 || isEmpty) && RECOMMENDATION_HEADING.test(heading)) return true;
  if (links >= 2 && SIMILAR_HEADING.test(heading)) return true;
  if (linkLetters <= 0.3 * letters) return false;
  return RELATED_HEADING.test(heading) || (!isListing && SELECTION_HEADING.test(heading));
}

const REVIEWS_HEADING =
  /^(?:(?:customer |product |verified |ratings (?:&|and) |photos from )?(?:reviews|ratings)|what (?:our )?customers say|questions (?:&|and) answers|about th(?:is|e) seller|seller feedback)/i;

/** Whether a section's heading introduces reviews of a product or information about its seller. */
export function isReviewsHeading(heading: string): boolean {
  return heading.length < 80 && REVIEWS_HEADING.test(heading);
}
