export type { SearchScope } from "./page-postings.ts";
export { pageIndexFor, prepareIndex } from "./search.ts";
export { createTextIndex, type TextIndex } from "./text-index.ts";
