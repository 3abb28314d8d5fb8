export { buildIndex } from "./index/build.ts";
export type { ToolDocument } from "./index/document.ts";
export { openIndex, type ToolIndex } from "./index/open-index.ts";
export { type SearchMatch, type SearchResult, search, searchTools } from "./search-tools.ts";
export { isEnglish } from "./words/english.ts";
export { stem } from "./words/stem.ts";
export { isStopWord, splitWords } from "./words/tokenizer.ts";
