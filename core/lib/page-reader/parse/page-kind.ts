import type { Attributes } from "./scan-html.ts";

/**
 * The kind of page, from its metadata. It decides which parts around the content are boilerplate.
 */
export type PageKind = "article" | "product" | "discussion" | "other";

/**
 * Detects the kind of a page from structured data (schema.org, Open Graph) and the name of its
 * forum software.
 */
interface PageKindDetector {
  observe(name: string, attributes: Attributes): void;
  /** Reads the text of a script. Only JSON-LD is considered. */
  observeScript(attributes: Attributes | undefined, text: string): void;
  kind(): PageKind;
}

const FORUM_SOFTWARE = /^(?:phpBB|vBulletin|Discourse|XenForo|Invision|Flarum|MyBB|SMF)/i;
const FORUM_ID = /^(?:XF|XenForo|phpbb|pun(?:bb|viewtopic|wrap)|vbulletin_(?:css|html))$/;
const MICRODATA =
  /^https?:\/\/schema\.org\/(?:(Product)|([A-Za-z]{0,20}Article|BlogPosting)|DiscussionForumPosting|QAPage)$/;
const JSON_LD_TYPE =
  /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(DiscussionForumPosting|QAPage|[A-Za-z]{0,20}Article|BlogPosting|Product|ProductGroup|Offer|Service|OfferCatalog|CollectionPage)"/g;

export function createPageKindDetector(): PageKindDetector {
  let isDiscussion = false;
  let isProduct = false;
  let isCollection = false;
  let hasOffer = false;
  // The offers of a service are no products.
  let isService = false;
  let isArticle = false;
  // The heads of many other pages claim to be articles, so this claim has the lowest priority.
  let isWeakArticle = false;
  return {
    observe(name, attributes) {
      const { id, itemtype } = attributes;
      if (itemtype !== undefined) {
        const match = MICRODATA.exec(itemtype);
        if (match?.[1]) isProduct = true;
        else if (match?.[2]) isWeakArticle = true;
        else if (match) isDiscussion = true;
      }
      if (id !== undefined && FORUM_ID.test(id)) isDiscussion = true;
      if (name !== "meta") return;
      const { property, name: key, content } = attributes;
      if (content === undefined) return;
      if (property === "og:type") {
        isProduct ||= /^(?:og:)?product/.test(content);
        isWeakArticle ||= content === "article";
      } else if (property === "article:published_time") isWeakArticle = true;
      else if (property?.startsWith("product:price")) isProduct = true;
      else if (key?.toLowerCase() === "generator") isDiscussion ||= FORUM_SOFTWARE.test(content);
    },
    observeScript(attributes, text) {
      if (attributes?.type?.toLowerCase() !== "application/ld+json") return;
      for (const [, type] of text.matchAll(JSON_LD_TYPE)) {
        if (type === "DiscussionForumPosting" || type === "QAPage") isDiscussion = true;
        else if (type === "Product" || type === "ProductGroup") isProduct = true;
        else if (type === "Offer") hasOffer = true;
        else if (type === "Service" || type === "OfferCatalog") isService = true;
        else if (type === "CollectionPage") isCollection = true;
        else isArticle = true;
      }
    },
    kind() {
      if (isDiscussion) return "discussion";
      if (isArticle) return "article";
      if (isCollection) return "other";
      if (isProduct || (hasOffer && !isService)) return "product";
      return isWeakArticle ? "article" : "other";
    },
  };
}
