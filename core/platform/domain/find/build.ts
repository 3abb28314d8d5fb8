import { ACTIONS } from "./actions.ts";
import { packDictionary } from "./dictionary.ts";
import type { ToolDocument } from "./document.ts";
import { namesOfApp, readDocument, slugOf } from "./fields.ts";
import { METHODS } from "./methods.ts";
import { numberWriter } from "./numbers.ts";
import { occurrences } from "./occurrences.ts";
import type { ToolIndex } from "./open.ts";
import { KIND } from "./open.ts";
import { packPostings } from "./postings.ts";
import { packSections, type Section } from "./sections.ts";
import { openVectors, sectionsOfVectors, VECTOR_SECTIONS, type Vectors } from "./vectors.ts";

/** What an index is built with. */
export interface BuildOptions {
  /** A file of word vectors, as `packVectors` makes it: with it, words count that only mean alike. */
  readonly vectors?: Uint8Array | undefined;
  /** The index beside which this one is searched: how rare a word is, and what words mean, is taken from it, so that scores compare. */
  readonly like?: ToolIndex | undefined;
}

/** Packs what finding tools needs of them; a tool's number is its place. The tools of an app have to come one after another. */
export function buildIndex(
  documents: Iterable<ToolDocument>,
  { vectors: vectorFile, like }: BuildOptions = {},
): Uint8Array<ArrayBuffer> {
  const vectorSections = vectorFile && !like ? sectionsOfVectors(vectorFile) : undefined;
  const vectors: Vectors | undefined = like
    ? like.vectors
    : vectorSections && openVectors(vectorSections as Uint8Array<ArrayBuffer>[]);
  const seen = occurrences();
  const slugs: string[] = [];
  const appNames: string[][][] = [];
  const appOf: number[] = [];
  const traits: number[] = [];
  const labels: { title: readonly string[]; name: readonly string[] }[] = [];
  const directions: number[] = [];

  for (const document of documents) {
    const slug = slugOf(document.name);
    if (slug !== slugs.at(-1)) {
      slugs.push(slug);
      appNames.push(namesOfApp(document));
    }
    appOf.push(slugs.length - 1);
    const reading = readDocument(document);
    seen.add(reading.fields);
    labels.push(reading);
    traits.push(
      METHODS.indexOf(document.method ?? "") + 1,
      Math.min(255, reading.depth),
      ACTIONS.indexOf(reading.action),
      Number(reading.isOfOne),
    );
    if (vectors)
      for (const value of vectors.of(meant(reading.fields)))
        directions.push(Math.round(value * 127));
  }

  const { sections: dictionary, sorted } = packDictionary(seen.terms());
  const numbers = new Map(sorted.map((term, number) => [term, number]));
  const tools = appOf.length;
  const averages = like ? like.averages : seen.averages();
  const { frequencies, sections: postings } = packPostings(seen, sorted, {
    tools: like ? like.countedTools : tools,
    averages,
    frequencyOf: (term, own) => (like ? like.frequencyOf(term) || own : own),
  });
  return packSections(KIND, [
    new Uint32Array([
      tools,
      slugs.length,
      like ? like.countedTools : tools,
      vectors ? vectors.dimensions : 0,
    ]),
    new Float32Array(averages),
    ...dictionary,
    frequencies,
    ...postings,
    new Uint16Array(appOf),
    new Uint8Array(traits),
    ...packLabels(labels, numbers),
    new TextEncoder().encode(slugs.join("\n")),
    packAppNames(appNames, numbers),
    new Int8Array(directions),
    ...(vectorSections ?? Array.from({ length: VECTOR_SECTIONS }, () => new Uint8Array(0))),
  ]);
}

const MOST_MEANT = 60;

/** What a tool's direction is made of: each word once, of its name, app, title and the beginning of its description. */
function meant([name, app, title, description]: readonly (readonly string[])[]): Set<string> {
  return new Set(
    [
      ...name!.slice(0, 12),
      ...app!.slice(0, 6),
      ...title!.slice(0, 20),
      ...description!.slice(0, 40),
    ].slice(0, MOST_MEANT),
  );
}

/** Of each tool the numbers of its title's words, how many they are before them, and then of its name's. */
function packLabels(
  labels: readonly { title: readonly string[]; name: readonly string[] }[],
  numbers: ReadonlyMap<string, number>,
): [Section, Section] {
  const starts = new Uint32Array(labels.length + 1);
  const written = numberWriter();
  labels.forEach(({ title, name }, tool) => {
    written.number(title.length);
    for (const term of [...title, ...name]) written.number(numbers.get(term)!);
    starts[tool + 1] = written.length;
  });
  return [starts, written.bytes()];
}

/** Of each app how many names it has, and of each name how many words, and which. */
function packAppNames(
  apps: readonly (readonly (readonly string[])[])[],
  numbers: ReadonlyMap<string, number>,
): Section {
  return new Uint32Array(
    apps.flatMap((names) => [
      names.length,
      ...names.flatMap((terms) => [terms.length, ...terms.map((term) => numbers.get(term)!)]),
    ]),
  );
}
