// The page reader: decodes bytes to text, extracts the content of HTML and Markdown pages, and
// splits content into parts.

export { decodeText } from "./charset.ts";
export {
  type ConversionFailure,
  type ConvertedPage,
  convertPage,
  type PageSource,
} from "./convert-page.ts";
export { parseFrontMatter } from "./front-matter.ts";
export { outlineHtml, outlineMarkdown, type PageOutline } from "./outline.ts";
export { MAX_LINKS } from "./outline-collector.ts";
export type { PageFormat, PageMetadata, ReadOptions, ReadPage } from "./page.ts";
export { describeHtml, ROBOT_NAME } from "./page-head.ts";
export { readHtml } from "./read-html.ts";
export { describeMarkdown, readMarkdown } from "./read-markdown.ts";
export { type ContentSelectors, parseSelectors, type SelectorError } from "./selectors.ts";
export { splitParts } from "./split-parts.ts";
export { writeFrontMatter } from "./write-front-matter.ts";
