export { pathIndexFor, prepareIndex } from "./search.ts";
export { stem, tokenize } from "./tokenizer.ts";
