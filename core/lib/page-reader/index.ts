// The page reader: decodes bytes to text, extracts the content of HTML and Markdown pages, and
// splits content into parts.

export { type ContentSelectors, parseSelectors } from "./choose/selectors.ts";
export {
  type ConversionFailure,
  type ConvertedPage,
  convertPage,
  type PageSource,
} from "./convert-page.ts";
export { describeMarkdown, readMarkdown } from "./markdown/read-markdown.ts";
export { writeFrontMatter } from "./markdown/write-front-matter.ts";
export { outlineHtml, outlineMarkdown, type PageOutline } from "./outline.ts";
export { MAX_LINKS } from "./outline-collector.ts";
export { decodeText } from "./parse/charset.ts";
export { describeHtml } from "./parse/page-head.ts";
export { readHtml } from "./read-html.ts";
export { splitParts } from "./split-parts.ts";
