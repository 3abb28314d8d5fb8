import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";
import { pageIndexFor } from "../../../core/lib/page-search/index.ts";
import { ENGLISH } from "../../../core/lib/page-search/languages.ts";
import type { PageEntry } from "../../../core/ports/content.ts";

/** Finds the paths of the best pages. */
export type Search = (question: string, limit: number) => Promise<string[]> | string[];

/** An engine builds the index of pages. */
export type Engine = (pages: readonly PageEntry[]) => Promise<Search> | Search;

/** The fields and their weights, which all engines share. */
const WEIGHTS = { path: 3, title: 6, headings: 2.5, text: 1 };
const FIELDS = Object.keys(WEIGHTS);

const toDocument = ({ path, title = "", headings = "", text = "" }: PageEntry, id: number) => ({
  id: String(id),
  path: path.replace(/\.html$/, "").replaceAll(/[/_-]/g, " "),
  title,
  headings,
  text,
});

const jackfield =
  (scope: "paths" | "titles" | "text"): Engine =>
  (pages) => {
    const index = pageIndexFor(pages, scope);
    return (question, limit) => index.search(question, limit).matches.map(({ page }) => page.path);
  };

/** With the same stems and stop words as Jackfield, because MiniSearch has none. */
const minisearch: Engine = (pages) => {
  const index = new MiniSearch({
    fields: FIELDS,
    processTerm(term) {
      const word = term.toLowerCase();
      return ENGLISH.stopWords.has(word) ? null : ENGLISH.stem(word);
    },
  });
  index.addAll(pages.map(toDocument));
  return (question, limit) =>
    index
      .search(question, { boost: WEIGHTS })
      .slice(0, limit)
      .map(({ id }) => pages[Number(id)]!.path);
};

/** With its own stems and the same stop words. */
const orama: Engine = async (pages) => {
  const index = create({
    schema: { path: "string", title: "string", headings: "string", text: "string" },
    components: {
      tokenizer: {
        language: "english",
        stemming: true,
        stemmer: ENGLISH.stem,
        stopWords: [...ENGLISH.stopWords],
      },
    },
  });
  await insertMultiple(index, pages.map(toDocument));
  return async (question, limit) => {
    const { hits } = await search(index, { term: question, boost: WEIGHTS, limit, threshold: 1 });
    return hits.map(({ id }) => pages[Number(id)]!.path);
  };
};

export const ENGINES: Readonly<Record<string, Engine>> = {
  Jackfield: jackfield("text"),
  "Jackfield, titles": jackfield("titles"),
  "Jackfield, paths": jackfield("paths"),
  MiniSearch: minisearch,
  Orama: orama,
};
