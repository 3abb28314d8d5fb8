import type { Analyzer } from "./analyzer.ts";
import { buildPostings, type Postings } from "./postings.ts";
import { matchToken, parseQuery } from "./query.ts";
import { createRanking } from "./rank-pages.ts";

/** A text to find, with a title whose words weigh more. */
interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** Finds short texts by their words. */
export interface TextIndex {
  /**
   * Returns the positions of the texts with at least one word of the query, the best first: those
   * with the most matched words, then those with the rarest words, then in their order.
   */
  search(query: string): number[];
}

const TITLE_WEIGHT = 2;

/** Builds the index of a list of texts. */
export function createTextIndex(texts: readonly TitledText[], analyzer: Analyzer): TextIndex {
  const build = (field: keyof TitledText) =>
    drain(
      buildPostings(
        texts.map((each) => each[field]),
        analyzer,
      ),
    );
  const fields = [
    { postings: build("title"), weight: TITLE_WEIGHT },
    { postings: build("text"), weight: 1 },
  ];
  const rank = createRanking(texts.length);
  return {
    search(query) {
      const matches = parseQuery(query, analyzer).map((token) =>
        matchToken(token, analyzer.stem(token), fields, texts.length),
      );
      return rank(matches, texts.length).best.map(({ at }) => at);
    },
  };
}

function drain(builder: Generator<void, Postings>): Postings {
  let step = builder.next();
  while (!step.done) step = builder.next();
  return step.value;
}
