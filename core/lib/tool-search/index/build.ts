import { packSpelledNames } from "../apps/spelled-names.ts";
import { ACTIONS } from "../words/actions.ts";
import { embedTool } from "../words/directions.ts";
import { toTerm } from "../words/tokenizer.ts";
import { packDictionary } from "./dictionary.ts";
import type { ToolDocument } from "./document.ts";
import {
  type AppName,
  extractTerms,
  readAppNames,
  slugFromToolName,
  type ToolTerms,
} from "./fields.ts";
import { METHODS } from "./methods.ts";
import { createNumberWriter } from "./numbers.ts";
import { createOccurrences } from "./occurrences.ts";
import type { ToolIndex } from "./open-index.ts";
import { INDEX_KIND } from "./open-index.ts";
import { packPostings } from "./postings.ts";
import { packSections, type Section } from "./sections.ts";
import { openVectors, readVectorSections, VECTOR_SECTIONS, type Vectors } from "./vectors.ts";

interface BuildOptions {
  /** A file from `packVectors`. Adds semantic similarity to the ranking. */
  readonly vectors?: Uint8Array | undefined;
  /**
   * Another index that will be searched together with this one. Its term frequencies and word
   * vectors are used, so that the scores of both are comparable.
   */
  readonly statisticsOf?: ToolIndex | undefined;
}

/**
 * Builds a search index. The number of a tool is its position in `documents`. All tools of an app
 * must be adjacent.
 */
export function buildIndex(
  documents: Iterable<ToolDocument>,
  { vectors: vectorFile, statisticsOf }: BuildOptions = {},
): Uint8Array<ArrayBuffer> {
  const vectorSections = vectorFile && !statisticsOf ? readVectorSections(vectorFile) : undefined;
  const vectors: Vectors | undefined = statisticsOf
    ? statisticsOf.vectors
    : vectorSections && openVectors(vectorSections as Uint8Array<ArrayBuffer>[]);
  const occurrences = createOccurrences();
  const slugs: string[] = [];
  const appNames: AppName[][] = [];
  const toolsByWord = new Map<string, number>();
  const appOf: number[] = [];
  const traits: number[] = [];
  const labels: Pick<ToolTerms, "title" | "name" | "phrases">[] = [];
  const directions: number[] = [];

  for (const document of documents) {
    const slug = slugFromToolName(document.name);
    if (slug !== slugs.at(-1)) {
      slugs.push(slug);
      appNames.push(readAppNames(document));
    }
    appOf.push(slugs.length - 1);
    const extracted = extractTerms(document);
    occurrences.add(extracted.fields);
    labels.push(extracted);
    for (const word of extracted.words) toolsByWord.set(word, (toolsByWord.get(word) ?? 0) + 1);
    traits.push(
      METHODS.indexOf(document.method ?? "") + 1,
      Math.min(255, extracted.depth),
      ACTIONS.indexOf(extracted.action),
      Number(extracted.isSingle),
    );
    if (vectors) {
      for (const value of embedTool(vectors, extracted.fields)) directions.push(value);
    }
  }

  const { sections: dictionary, sorted } = packDictionary(occurrences.terms());
  const numbers = new Map(sorted.map((term, number) => [term, number]));
  const tools = appOf.length;
  const averages = statisticsOf ? statisticsOf.averages : occurrences.averages();
  const { frequencies, sections: postings } = packPostings(occurrences, sorted, {
    tools: statisticsOf ? statisticsOf.countedTools : tools,
    averages,
    frequencyOf: (term, ownFrequency) =>
      statisticsOf ? statisticsOf.frequencyOf(term) || ownFrequency : ownFrequency,
  });
  return packSections(INDEX_KIND, [
    new Uint32Array([
      tools,
      slugs.length,
      statisticsOf ? statisticsOf.countedTools : tools,
      vectors ? vectors.dimensions : 0,
    ]),
    new Float32Array(averages),
    ...dictionary,
    frequencies,
    ...postings,
    new Uint16Array(appOf),
    new Uint8Array(traits),
    ...packLabels(labels, numbers),
    ...packPhrases(labels, numbers),
    new TextEncoder().encode(slugs.join("\n")),
    packAppNames(appNames, numbers),
    ...packSpelledNames(
      appNames,
      appOf,
      (word) => (toolsByWord.get(word) ?? 0) + (statisticsOf?.frequencyOf(toTerm(word) ?? "") ?? 0),
    ),
    new Int8Array(directions),
    ...(vectorSections ?? Array.from({ length: VECTOR_SECTIONS }, () => new Uint8Array(0))),
  ]);
}

/** Packs for each tool: the number of title terms, the title terms and the name terms. */
function packLabels(
  labels: readonly Pick<ToolTerms, "title" | "name">[],
  numbers: ReadonlyMap<string, number>,
): [Section, Section] {
  const starts = new Uint32Array(labels.length + 1);
  const writer = createNumberWriter();
  labels.forEach(({ title, name }, tool) => {
    writer.number(title.length);
    for (const term of [...title, ...name]) writer.number(numbers.get(term)!);
    starts[tool + 1] = writer.length;
  });
  return [starts, writer.bytes()];
}

/** Packs for each tool and each of its phrases: the number of terms, and the terms. */
function packPhrases(
  labels: readonly Pick<ToolTerms, "phrases">[],
  numbers: ReadonlyMap<string, number>,
): [Section, Section] {
  const starts = new Uint32Array(labels.length + 1);
  const writer = createNumberWriter();
  for (const [tool, { phrases }] of labels.entries()) {
    for (const terms of phrases) {
      writer.number(terms.length);
      for (const term of terms) writer.number(numbers.get(term)!);
    }
    starts[tool + 1] = writer.length;
  }
  return [starts, writer.bytes()];
}

/** Packs for each app: the number of names, and for each name the number of terms and the terms. */
function packAppNames(
  apps: readonly (readonly AppName[])[],
  numbers: ReadonlyMap<string, number>,
): Section {
  return new Uint32Array(
    apps.flatMap((names) => [
      names.length,
      ...names.flatMap(({ terms }) => [terms.length, ...terms.map((term) => numbers.get(term)!)]),
    ]),
  );
}
