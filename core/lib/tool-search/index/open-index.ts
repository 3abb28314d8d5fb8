import { openSpelledNames, type SpelledNames } from "../apps/spelled-names.ts";
import { type AppNames, openAppNames } from "./app-names.ts";
import { type Dictionary, openDictionary } from "./dictionary.ts";
import { float32, int8, uint16, uint32, unpackSections } from "./sections.ts";
import { openVectors, VECTOR_SECTIONS, type Vectors } from "./vectors.ts";

/** An open search index. Its arrays are views of the bytes of the file. */
export interface ToolIndex {
  readonly tools: number;
  /** The number of tools behind the term frequencies. See `BuildOptions.statisticsOf`. */
  readonly countedTools: number;
  /** The slugs of the apps, in the order of their tools. */
  readonly slugs: readonly string[];
  readonly appNames: AppNames;
  readonly spelledNames: SpelledNames;
  readonly terms: Dictionary;
  readonly averages: Float32Array;
  /** Returns the number of tools that contain a term. */
  frequencyOf(term: string): number;
  readonly frequencies: Uint32Array;
  readonly postingStarts: Uint32Array;
  readonly postingScales: Float32Array;
  readonly postings: Uint8Array;
  /** The app of each tool. */
  readonly appOf: Uint16Array;
  /**
   * Four bytes per tool: the method (see `METHODS`), the number of path segments, the action (see
   * `ACTIONS`), and whether the tool operates on one item.
   */
  readonly traits: Uint8Array;
  readonly labelStarts: Uint32Array;
  readonly labels: Uint8Array;
  readonly phraseStarts: Uint32Array;
  readonly phrases: Uint8Array;
  /** By app: 1 if its tools have phrases. */
  readonly hasPhrases: Uint8Array;
  readonly vectors: Vectors | undefined;
  /** The embedding of each tool, with a signed byte per dimension. Empty without word vectors. */
  readonly directions: Int8Array;
}

/** The first four bytes of the file. The last digit is the version. */
export const INDEX_KIND = 0x33_69_66_6a; // jfi3

const SECTIONS = 18 + VECTOR_SECTIONS;

/**
 * Opens an index from `buildIndex` without copying it, so the bytes must not change afterwards.
 * Throws an Error with the reason if they are truncated, damaged or of another version.
 */
export function openIndex(bytes: Uint8Array): ToolIndex {
  const [
    head,
    averages,
    termStarts,
    termLetters,
    frequencyBytes,
    postingStarts,
    postingScales,
    postings,
    appOf,
    traits,
    labelStarts,
    labels,
    phraseStarts,
    phrases,
    slugs,
    appNames,
    spelledNames,
    nameShares,
    ...vectorSections
  ] = readSections(bytes) as Sections;
  const [tools = 0, , countedTools = 0] = uint32(head);
  const terms = openDictionary(termStarts, termLetters);
  const frequencies = uint32(frequencyBytes);
  const apps = uint16(appOf);
  return {
    tools,
    countedTools,
    slugs: new TextDecoder().decode(slugs).split("\n"),
    appNames: openAppNames(uint32(appNames), apps),
    spelledNames: openSpelledNames(spelledNames, float32(nameShares)),
    terms,
    averages: float32(averages),
    frequencies,
    frequencyOf: (term) => frequencies[terms.find(term)] ?? 0,
    postingStarts: uint32(postingStarts),
    postingScales: float32(postingScales),
    postings,
    appOf: apps,
    traits,
    labelStarts: uint32(labelStarts),
    labels,
    phraseStarts: uint32(phraseStarts),
    phrases,
    hasPhrases: appsWithPhrases(uint32(phraseStarts), apps),
    directions: int8(vectorSections[0]!),
    vectors: vectorSections[1]!.length > 0 ? openVectors(vectorSections.slice(1)) : undefined,
  };
}

function appsWithPhrases(phraseStarts: Uint32Array, appOf: Uint16Array): Uint8Array {
  const hasPhrases = new Uint8Array((appOf.at(-1) ?? -1) + 1);
  for (const [tool, app] of appOf.entries())
    if (phraseStarts[tool + 1]! > phraseStarts[tool]!) hasPhrases[app] = 1;
  return hasPhrases;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Sections = [
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  Bytes,
  ...Bytes[],
];

function readSections(bytes: Uint8Array): Bytes[] {
  try {
    return unpackSections(INDEX_KIND, SECTIONS + 1, bytes);
  } catch (error) {
    throw new Error(`The tool index ${(error as Error).message}.`);
  }
}
