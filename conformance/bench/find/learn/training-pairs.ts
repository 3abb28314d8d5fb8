import type { ToolDocument } from "../../../../core/lib/tool-search/index/document.ts";
import { extractTerms } from "../../../../core/lib/tool-search/index/fields.ts";
import { normalizeText } from "../../../../core/lib/tool-search/task/idioms.ts";
import { semanticTerms } from "../../../../core/lib/tool-search/words/directions.ts";
import { tokenizeWithNames } from "../../../../core/lib/tool-search/words/tokenizer.ts";
import type { TrainingPair } from "./word-vectors.ts";

/** A request for a tool. */
export interface RequestPair extends TrainingPair {
  /** The text of the request. */
  readonly text: string;
  /** The app of the tool, or another group of requests that must stay together. */
  readonly group: string;
}

/** Creates a pair for each tool whose title is unique in its app: the title, and its other terms. */
export function createTitlePairs(documents: Iterable<ToolDocument>): TrainingPair[] {
  const pairs: TrainingPair[] = [];
  const seen = new Set<string>();
  for (const document of documents) {
    const { fields, title } = extractTerms({ ...document, phrases: undefined });
    const key = `${document.app[0]} ${title.join(" ")}`;
    if (title.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const tool = semanticTerms(fields.map((terms, field) => (field === TITLE ? [] : terms)));
    if (tool.length > 1) pairs.push({ request: title, tool, key });
  }
  return pairs;
}

const TITLE = 2;

/** Creates a pair for each phrase of each tool. */
export const createPhrasePairs = (documents: Iterable<ToolDocument>): RequestPair[] =>
  [...documents].flatMap((document) =>
    (document.phrases ?? []).map((phrase) =>
      createRequestPair(phrase, document, document.name.slice(0, document.name.indexOf("."))),
    ),
  );

/** The terms of a request and those of a tool that serves it, without its phrases. */
export const createRequestPair = (
  text: string,
  document: ToolDocument,
  group: string,
): RequestPair => ({
  request: [...new Set(tokenizeWithNames(normalizeText(text)))],
  tool: semanticTerms(extractTerms({ ...document, phrases: undefined }).fields),
  key: document.name,
  text,
  group,
});
