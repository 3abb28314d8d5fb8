import { describe, expect, it } from "vitest";
import { parseHtml } from "./parse-html.ts";

describe("the kind of a page", () => {
  it.each([
    '<meta property="og:type" content="product">',
    '<meta property="product:price:amount" content="10">',
    '<div itemscope itemtype="https://schema.org/Product">',
    '<script type="application/ld+json">{ "@type" : ["Product"] }</script>',
  ])("is product for %s", (html) => expect(parseHtml(html).kind).toBe("product"));

  it.each([
    '<meta name="generator" content="XenForo 2">',
    '<body id="phpbb">',
    '<div itemscope itemtype="http://schema.org/QAPage">',
    '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
  ])("is discussion for %s", (html) => expect(parseHtml(html).kind).toBe("discussion"));

  it.each([
    '<meta property="og:type" content="article">',
    '<meta property="article:published_time" content="2026-05-03">',
    '<div itemscope itemtype="https://schema.org/BlogPosting">',
    '<script type="application/ld+json">[{"@type":"NewsArticle"},{"@type":"Product"}]</script>',
  ])("is article for %s", (html) => expect(parseHtml(html).kind).toBe("article"));

  it("is product if JSON-LD describes a product and only Open Graph claims an article", () => {
    expect(
      parseHtml(
        '<meta property="og:type" content="article"><script type="application/ld+json">{"@type":"Product"}</script>',
      ).kind,
    ).toBe("product");
  });

  it.each([
    '<script type="application/ld+json">[{"@type":"CollectionPage"},{"@type":"Product"}]</script>',
    '<script type="application/ld+json">{"@type":"Service","offers":{"@type":"Offer"}}</script>',
  ])("is other for %s", (html) => expect(parseHtml(html).kind).toBe("other"));

  it.each(["<p>A product, reviewed.", '<script>{"@type":"Product"}</script>'])(
    "is other for %s",
    (html) => expect(parseHtml(html).kind).toBe("other"),
  );
});
