import { type AppNames, openAppNames } from "./app-names.ts";
import { type Dictionary, openDictionary } from "./dictionary.ts";
import { float32, int8, uint16, uint32, unpackSections } from "./sections.ts";
import { openVectors, VECTOR_SECTIONS, type Vectors } from "./vectors.ts";

/** An index, opened: its parts lie where its file's bytes do. */
export interface ToolIndex {
  readonly tools: number;
  /** How many tools its statistics are of: its own, or those of the index that it is like. */
  readonly countedTools: number;
  /** The apps' slugs, in the order in which the tools come. */
  readonly slugs: readonly string[];
  readonly appNames: AppNames;
  readonly terms: Dictionary;
  readonly averages: Float32Array;
  /** In how many tools a term occurs; 0 if in none. */
  frequencyOf(term: string): number;
  readonly frequencies: Uint32Array;
  readonly postingStarts: Uint32Array;
  readonly postingScales: Float32Array;
  readonly postings: Uint8Array;
  /** The app of each tool. */
  readonly appOf: Uint16Array;
  /** Four bytes of each tool: its method, how deep its path is, what it does, whether it is of one thing. */
  readonly traits: Uint8Array;
  readonly labelStarts: Uint32Array;
  readonly labels: Uint8Array;
  readonly vectors: Vectors | undefined;
  /** The direction of each tool, a signed byte for each dimension. */
  readonly directions: Int8Array;
}

/** What the first four bytes of the file say; its last digit is the version. */
export const INDEX_KIND = 0x31_69_66_6a; // jfi1

const SECTIONS = 14 + VECTOR_SECTIONS;

/**
 * Opens an index that `buildIndex` made, without copying: the bytes have to stay as they are. Throws an Error that says
 * what is wrong if they are cut short, changed, or of another version.
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
    slugs,
    appNames,
    ...vectorSections
  ] = readSections(bytes) as Sections;
  const [tools, , countedTools] = uint32(head) as unknown as [number, number, number];
  const terms = openDictionary(termStarts, termLetters);
  const frequencies = uint32(frequencyBytes);
  const apps = uint16(appOf);
  return {
    tools,
    countedTools,
    slugs: new TextDecoder().decode(slugs).split("\n"),
    appNames: openAppNames(uint32(appNames), apps),
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
    directions: int8(vectorSections[0]!),
    vectors: vectorSections[1]!.length > 0 ? openVectors(vectorSections.slice(1)) : undefined,
  };
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
  ...Bytes[],
];

function readSections(bytes: Uint8Array): Bytes[] {
  try {
    return unpackSections(INDEX_KIND, SECTIONS + 1, bytes);
  } catch (error) {
    throw new Error(`The index of tools ${(error as Error).message}.`);
  }
}
