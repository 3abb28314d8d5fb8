import type { Attributes } from "./scan-html.ts";
import { CONTROL, HEADING } from "./tags.ts";
import type { Node } from "./tree.ts";

const roles = new Set(["navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "complementary", "menu", "menubar", "toolbar", "tooltip", "status", "alert"]);
const names = new Set(["nav", "search", "dialog"]);

/** What stands beside a page's content by its element or role: navigation, search, dialogs, the site's header and footer. */
export function isFrame(node: Node, isInContent: boolean): boolean {
  const { tag, attributes } = node;
  if (names.has(tag.name)) return true;
  if (tag.name === "aside") return !(attributes && isCallout(attributes));
  if (tag.name === "footer" || tag.name === "header") return tag.name === "footer" || !isInContent;
  const role = attributes?.role;
  return role !== undefined && roles.has(role.toLowerCase()) && !(isInContent && role === "alert") && tag.name !== "main" && tag.name !== "body";
}

const callout = /(?:^|[\s_-])(?:admonition|callout|note|tip|warning|caution|danger|info|important|alert|hint|aside--|starlight-aside|pullquote|pquote)(?:[\s_-]|$)/i;

/** An aside that belongs to the text: a note, a warning. */
function isCallout({ class: className = "" }: Attributes): boolean {
  return callout.test(className);
}

/** A form control that nobody reads; one that is a heading (an accordion's button, a sortable column) is read. */
export function isControl(node: Node): boolean {
  if (!(node.tag.is & CONTROL)) return false;
  for (let up = node.parent, steps = 0; up && steps < 4; up = up.parent, steps++) {
    if (up.tag.is & HEADING || up.tag.name === "th" || up.tag.name === "dt" || up.tag.name === "summary") return false;
  }
  return true;
}

const words =
  "cookies?|cookie-?(?:banner|notice|consent|bar|law|policy)|consent|gdpr|onetrust|newsletter|subscribe|subscription-form|sign-?up|social|socials|share|sharing|sharedaddy|share-?(?:buttons?|bar|links)|addtoany|breadcrumbs?|bread-crumbs?|related|related-(?:posts|articles|products|content)|recommend(?:ed|ations?)?|you-may-also-like|upsells?|cross-?sells?|sidebar|side-bar|sidenav|advert|adverts|advertisement|ads?|adsense|sponsored|promo|promos|popup|modal|pagination|pager|paginator|skip-?links?|toolbar|menu|submenu|navbar|navigation|nav|footer|site-header|site-footer|masthead|banner|widget|widgets|toc|table-of-contents|comment-respond|reply-title|author-?(?:bio|box)|about-author|tags?-links|post-tags|tagcloud|post-navigation|prev-?next|print-only|noprint|no-print|hatnote|navbox|mw-editsection|catlinks|minicart|mini-cart|cart-drawer|drawer|off-?canvas|lightbox|offcanvas|back-?to-?top|feedback|edit-this-page|edit-page|page-actions|announcement|announcement-bar|topbar|top-bar|sticky-bar";
const boilerplate = new RegExp(`(?:^|[\\s_-])(?:${words})(?:[\\s_-]|$)`, "i");

/** Whether class names or the id say that an element is machinery around the content. */
export function isNamedBoilerplate({ class: className, id }: Attributes): boolean {
  return (className !== undefined && boilerplate.test(className.slice(0, 1000))) || (id !== undefined && boilerplate.test(id.slice(0, 200)));
}
