import { type Dictionary, openDictionary, packDictionary } from "./dictionary.ts";
import { float32, int8, packSections, type Section, uint32, unpackSections } from "./sections.ts";

/** What words mean, as directions in a space: those of like words lie close to each other. */
export interface Vectors {
  readonly dimensions: number;
  readonly vocabulary: Dictionary;
  /** The direction of some terms together, of length 1; of those it does not know, all zeros. */
  embed(terms: Iterable<string>): Float32Array;
}

const VECTORS_KIND = 0x31_76_66_6a; // jfv1
/** What an index that has them packs: the number of dimensions, two for the words, their lengths, their values. */
export const VECTOR_SECTIONS = 5;

/** Packs the vectors of words, a signed byte for each dimension. */
export function packVectors(
  vectors: ReadonlyMap<string, ArrayLike<number>>,
): Uint8Array<ArrayBuffer> {
  const { sections, sorted } = packDictionary(vectors.keys());
  const dimensions = sorted.length > 0 ? vectors.get(sorted[0]!)!.length : 0;
  const lengths = new Float32Array(sorted.length);
  const values = new Int8Array(sorted.length * dimensions);
  sorted.forEach((word, number) => {
    const vector = Array.from(vectors.get(word)!);
    const scale = Math.max(...vector.map(Math.abs)) / 127;
    lengths[number] = scale;
    if (scale > 0)
      values.set(
        vector.map((value) => Math.round(value / scale)),
        number * dimensions,
      );
  });
  return packSections(VECTORS_KIND, [new Uint32Array([dimensions]), ...sections, lengths, values]);
}

/** The sections of a file of vectors. Throws if it is none. */
export function readVectorSections(bytes: Uint8Array): Section[] {
  try {
    return unpackSections(VECTORS_KIND, VECTOR_SECTIONS, bytes);
  } catch (error) {
    throw new Error(`The file of word vectors ${(error as Error).message}.`);
  }
}

/** Reads vectors where they lie. */
export function openVectors([
  head,
  starts,
  letters,
  lengthBytes,
  valueBytes,
]: readonly Uint8Array<ArrayBuffer>[]): Vectors {
  const dimensions = uint32(head!)[0]!;
  const vocabulary = openDictionary(starts!, letters!);
  const lengths = float32(lengthBytes!);
  const values = int8(valueBytes!);
  return {
    dimensions,
    vocabulary,
    embed(terms) {
      const sum = new Float32Array(dimensions);
      for (const term of terms) {
        const number = vocabulary.find(term);
        if (number < 0) continue;
        const offset = number * dimensions;
        const scale = lengths[number]!;
        for (let at = 0; at < dimensions; at++) sum[at]! += values[offset + at]! * scale;
      }
      let square = 0;
      for (let at = 0; at < dimensions; at++) square += sum[at]! * sum[at]!;
      if (square > 0) for (let at = 0; at < dimensions; at++) sum[at]! /= Math.sqrt(square);
      return sum;
    },
  };
}
