import type { PageKind } from "../parse/page-kind.ts";
import type { Attributes } from "../parse/scan-html.ts";

// Words in class names and ids that mark boilerplate. They match between hyphens, underscores and
// spaces. Words that also name content are missing: "widget" (any element of some page builders),
// "signature" (of a function), "menu" (of a restaurant) and "banner".
const ON_ANY_PAGE = [
  "cookies?|cookie-?(?:banner|notice|consent|bar|law|policy)|consent|gdpr|onetrust",
  "newsletter|subscribe|sign-?up|popup|modal|lightbox|promos?|sponsored|advert(?:s|isement)?|ads?|adsense|announcement(?:-bar)?|cta",
  "socials?|share|sharing|sharedaddy|addtoany|reactions?|actions|action-?bar",
  "breadcrumbs?|bread-crumbs?|pagination|pager|nav-?(?:header|footer)|paginator|prev-?next|post-navigation|back-?to-?top|skip-?links?|jump-?box",
  "related|recommend(?:ed|ations?)?|you-may-also-like|upsells?|cross-?sells?|latest-?(?:news|posts|articles|stories)",
  "side-?bar|sidenav|toolbar|(?:main|nav|mega|site|mobile|user|top)-?menu|submenu|navbar|navigation|nav|navbox|footer|site-header|masthead|top-?bar|sticky-bar|toc|table-of-contents",
  "mini-?cart|(?:cart|menu|nav|mobile|filters?|search|side)-?drawer|off-?canvas|skeleton|loading|spinner",
  "comment-respond|reply-title|about-author|author-?(?:bio|box|pane)|cAuthorPane|tags?-links|post-tags|tagcloud|catlinks",
  "post-?profile|user-?panel|user-?signature|message-(?:signature|userExtras|actionBar|cell--user)|post-?(?:controls|buttons)",
  "print-only|no-?print|hatnote|mw-editsection|edit-(?:this-)?page|page-actions|tooltips?",
];
const BY_PAGE_KIND = {
  // Reviews, seller information and shop policies.
  product: [
    "reviews?|ratings?|stars?|star-ratings?|feedback|badges?|sellers?|legal|disclaimers?|subscription|add-to-(?:cart|bag|basket)|wishlist",
  ],
  // Elements around a post.
  discussion: [
    "signatures?|user-?(?:info|details)|avatars?|notices?|cGuestTeaser|cTopicPostArea|unfurl|onebox",
  ],
  // Reader comments and author biographies.
  article: [
    "comments?|comments?-?(?:area|list|section|form|thread)|disqus|respond|author-?(?:info|description|details|card|profile|section|about|block)|(?:about|post)-author",
  ],
};

/** Utility classes of Bootstrap and Tailwind for elements that float above the page. */
const OVERLAY = /(?:^|\s)(?:fixed|position-fixed|fixed-(?:top|bottom))(?:\s|$)/;

const namePattern = (alternatives: string[]) =>
  new RegExp(`(?:^|[\\s_-])(?:${alternatives.join("|")})(?:[\\s_-]|$)`, "i");
const BOILERPLATE = namePattern(ON_ANY_PAGE);
const SECONDARY_BY_KIND = {
  article: namePattern(BY_PAGE_KIND.article),
  product: namePattern(BY_PAGE_KIND.product),
  discussion: namePattern(BY_PAGE_KIND.discussion),
};

// Boilerplate words inside camel-case component names ("HomePageFooter"). They are long enough not
// to match a hash by chance.
const COMPONENT_NAMES =
  /(?:^|[\s_-]|[a-z])(?:Breadcrumbs?|Newsletter|Cookies?|Consent|Footer|Side[Bb]ar|Pagination|Recommend(?:ed|ations?)|Related|Upsells?|Cross[Ss]ells?|SkipTo|SkipLinks?|Social)(?![a-z])/;

/**
 * Whether class names or an id mark boilerplate. An id that is merely the anchor of the `heading`
 * inside doesn't count.
 */
export function hasBoilerplateName(
  { class: className = "", id = "" }: Attributes,
  heading: () => string,
): boolean {
  const names = className.slice(0, 1000);
  if (
    names !== "" &&
    (BOILERPLATE.test(names) || COMPONENT_NAMES.test(names) || OVERLAY.test(names))
  )
    return true;
  return id !== "" && BOILERPLATE.test(id.slice(0, 200)) && !isAnchor(id, heading());
}

/**
 * Whether a class name or id marks secondary content for a page kind, such as a product's reviews
 * or a post's signature.
 */
export function hasSecondaryName(
  { class: className = "", id = "" }: Attributes,
  kind: PageKind,
): boolean {
  if (kind === "other") return false;
  return (
    SECONDARY_BY_KIND[kind].test(className.slice(0, 1000)) ||
    SECONDARY_BY_KIND[kind].test(id.slice(0, 200))
  );
}

/**
 * Whether an id is a heading's anchor: it equals the heading's slug, or has more words than a name
 * usually has.
 */
function isAnchor(id: string, heading: string): boolean {
  const wordCount = id.slice(0, 200).split(/[_-]+/).length;
  return wordCount > 5 || (heading !== "" && (wordCount > 3 || slug(heading) === id.toLowerCase()));
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
