// How a page of a site is read: its bytes to text, its HTML or Markdown to content for an agent, its content to parts.

export { decodeText } from "./charset.ts";
export { parseFrontMatter as takeFrontMatter } from "./front-matter.ts";
export type { PageFormat, ReadOptions, ReadPage } from "./page.ts";
export { describeHtml } from "./page-head.ts";
export { readHtml } from "./read-html.ts";
export { describeMarkdown, readMarkdown } from "./read-markdown.ts";
export { splitParts } from "./split-parts.ts";
