export { buildIndex } from "./build.ts";
export type { ToolDocument } from "./document.ts";
export { isEnglish } from "./english.ts";
export { openIndex, type ToolIndex } from "./open-index.ts";
export { type SearchMatch, type SearchResult, search, searchTools } from "./search-tools.ts";
export { stem } from "./stem.ts";
export { isStopWord, splitWords } from "./tokenizer.ts";
