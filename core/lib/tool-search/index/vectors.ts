import { type Dictionary, openDictionary, packDictionary } from "./dictionary.ts";
import { float32, int8, packSections, type Section, uint32, unpackSections } from "./sections.ts";

/** Word vectors (embeddings). Words with similar meanings have similar directions. */
export interface Vectors {
  readonly dimensions: number;
  readonly vocabulary: Dictionary;
  /** Returns the sum of the vectors, normalized to length 1. Zeros if all terms are unknown. */
  embed(terms: Iterable<string>): Float32Array;
  /** How much a term of a task says about the tool, relative to other terms. 1 if unknown. */
  importanceOf(term: string): number;
}

const VECTORS_KIND = 0x32_76_66_6a; // jfv2
/** The number of sections: dimensions, two for the dictionary, scales, values, and importance. */
export const VECTOR_SECTIONS = 6;

/** Importance is stored as a signed logarithm, in steps of 2 %. */
const IMPORTANCE_STEP = 0.02;

/**
 * Packs word vectors with a signed byte per dimension, and the importance of words. All vectors must
 * have the same length.
 */
export function packVectors(
  vectors: ReadonlyMap<string, ArrayLike<number>>,
  importance: ReadonlyMap<string, number> = new Map(),
): Uint8Array<ArrayBuffer> {
  const { sections, sorted } = packDictionary(vectors.keys());
  const dimensions = sorted.length > 0 ? vectors.get(sorted[0]!)!.length : 0;
  const lengths = new Float32Array(sorted.length);
  const values = new Int8Array(sorted.length * dimensions);
  const importances = Int8Array.from(sorted, (word) =>
    clampToByte(Math.log(importance.get(word) ?? 1) / IMPORTANCE_STEP),
  );
  sorted.forEach((word, number) => {
    const vector = Array.from(vectors.get(word)!);
    const scale = Math.max(...vector.map(Math.abs)) / 127;
    lengths[number] = scale;
    if (scale > 0) {
      values.set(
        vector.map((value) => Math.round(value / scale)),
        number * dimensions,
      );
    }
  });
  return packSections(VECTORS_KIND, [
    new Uint32Array([dimensions]),
    ...sections,
    lengths,
    values,
    importances,
  ]);
}

const clampToByte = (value: number): number => Math.max(-127, Math.min(127, Math.round(value)));

/** Unpacks the sections of a vector file. Throws an Error if the file is invalid. */
export function readVectorSections(bytes: Uint8Array): Section[] {
  try {
    return unpackSections(VECTORS_KIND, VECTOR_SECTIONS, bytes);
  } catch (error) {
    throw new Error(`The word vector file ${(error as Error).message}.`);
  }
}

/** Opens unpacked vector sections without copying them. */
export function openVectors([
  head,
  starts,
  letters,
  lengthBytes,
  valueBytes,
  importanceBytes,
]: readonly Uint8Array<ArrayBuffer>[]): Vectors {
  const dimensions = uint32(head!)[0]!;
  const vocabulary = openDictionary(starts!, letters!);
  const lengths = float32(lengthBytes!);
  const values = int8(valueBytes!);
  const importances = int8(importanceBytes!);
  return {
    dimensions,
    vocabulary,
    importanceOf: (term) => Math.exp(IMPORTANCE_STEP * (importances[vocabulary.find(term)] ?? 0)),
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
