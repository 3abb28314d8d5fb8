/** What a page says it is about, as far as that decides what around its content is not its content. */
export type PageKind = "product" | "discussion" | "other";

const article = /"@type\\?"\s{0,9}:\s{0,9}\[?\s{0,9}\\?"(?:[A-Za-z]{0,20}Article|BlogPosting)\b/;
const product =
  /"@type\\?"\s{0,9}:\s{0,9}\[?\s{0,9}\\?"(?:Product|ProductGroup|Offer)\b|itemtype=["']?https?:\/\/schema\.org\/Product\b|property=["']?(?:og:type["']? content=["']?(?:og:)?product|product:price)/;
const discussion =
  /"@type\\?"\s{0,9}:\s{0,9}\[?\s{0,9}\\?"(?:DiscussionForumPosting|QAPage)\b|itemtype=["']?https?:\/\/schema\.org\/(?:DiscussionForumPosting|QAPage)\b|name=["']?generator["']? content=["']?(?:phpBB|vBulletin|Discourse|XenForo|Invision|Flarum|MyBB|SMF)|<(?:html|body|div) id=["']?(?:XF|XenForo|phpbb|punbb|punviewtopic|punwrap)\b|vbulletin_/;

/** The kind of a page by its own structured data (schema.org, Open Graph) or the forum software that it names. */
export function pageKind(html: string): PageKind {
  if (discussion.test(html)) return "discussion";
  return product.test(html) && !article.test(html) ? "product" : "other";
}
