import type { PageKind } from "./page-kind.ts";
import type { Attributes } from "./scan-html.ts";

// Words of class names, ids and the names of custom elements, whole between hyphens, underscores, spaces and humps. Left out
// are those that also name content: "widget" (every element of some page builders), "signature" (of a function), "menu" (of a
// restaurant), "banner".
const machinery = [
  "cookies?|cookie-?(?:banner|notice|consent|bar|law|policy)|consent|gdpr|onetrust",
  "newsletter|subscribe|sign-?up|popup|modal|lightbox|promos?|sponsored|advert(?:s|isement)?|ads?|adsense|announcement(?:-bar)?",
  "socials?|share|sharing|sharedaddy|addtoany|reactions?",
  "breadcrumbs?|bread-crumbs?|pagination|pager|paginator|prev-?next|post-navigation|back-?to-?top|skip-?links?",
  "related|recommend(?:ed|ations?)?|you-may-also-like|upsells?|cross-?sells?",
  "side-?bar|sidenav|toolbar|(?:main|nav|mega|site|mobile|user|top)-?menu|submenu|navbar|navigation|nav|navbox|footer|site-header|masthead|top-?bar|sticky-bar|toc|table-of-contents",
  "mini-?cart|cart-drawer|drawer|off-?canvas",
  "comment-respond|reply-title|about-author|author-?(?:bio|box|pane)|cAuthorPane|tags?-links|post-tags|tagcloud|catlinks",
  "post-?profile|user-?panel|user-?signature|message-(?:signature|user-?Extras|action-?Bar|cell--user)|post-?(?:controls|buttons)",
  "print-only|no-?print|hatnote|mw-editsection|edit-(?:this-)?page|page-actions|actions|action-?bar|jump-?box",
  "cta|skeleton|loading|spinner|latest-?(?:news|posts|articles|stories)",
];
const onlyOn: Record<PageKind, string> = {
  // What others say, sell and promise.
  product: "reviews?|ratings?|stars?|star-ratings?|badges?|sellers?|feedback|legal|disclaimers?|subscription",
  // What stands around a post.
  discussion: "signatures?|user-?(?:info|details)|notices?|unfurl|onebox",
  other: "machinery-of-nothing",
};
const whole = (words: string) => new RegExp(`(?:^|[\\s_-])(?:${words})(?:[\\s_-]|$)`, "i");
const named = whole(machinery.join("|"));
const named_: Record<PageKind, RegExp> = { product: whole(onlyOn.product), discussion: whole(onlyOn.discussion), other: whole(onlyOn.other) };

// The same as a hump of a component's name ("HomePageFooter"), if long enough not to stand in a hash by chance.
const humps = /(?:^|[\s_-]|[a-z])(?:Breadcrumbs?|Newsletter|Cookies?|Consent|Footer|Side[Bb]ar|Pagination|Recommend(?:ed|ations?)|Related|Upsells?|Cross[Ss]ells?|SkipTo|SkipLinks?|Social)(?![a-z])/;

/** Whether class names, or an id that is not only the anchor of the `heading` inside, say that an element is machinery. */
export function isNamedMachinery({ class: className = "", id = "" }: Attributes, heading: () => string): boolean {
  if (className !== "" && (named.test(className.slice(0, 1000)) || humps.test(className.slice(0, 1000)))) return true;
  return id !== "" && named.test(id.slice(0, 200)) && !isAnchor(id, heading());
}

/** Whether a name says that an element is not what pages of this kind are about. */
export function isNamedAside({ class: className = "", id = "" }: Attributes, kind: PageKind): boolean {
  return named_[kind].test(className.slice(0, 1000)) || named_[kind].test(id.slice(0, 200));
}

/** Whether an id is made of its heading, or at least of as many words as a title has. */
function isAnchor(id: string, heading: string): boolean {
  return heading !== "" && (slug(heading) === id.toLowerCase() || (id.match(/[_-]+/g)?.length ?? 0) > 2);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}
