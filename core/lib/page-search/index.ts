export { pathIndexFor, prepareIndex } from "./search.ts";
export { createTextIndex, type TextIndex } from "./text-index.ts";
