import { FIELDS } from "./fields.ts";

/** The number of times that each term occurs in each field of each document. */
export interface Occurrences {
  /** Adds the next document: its terms by field. */
  add(fields: readonly (readonly string[])[]): void;
  terms(): Iterable<string>;
  /** The average number of terms in each field. */
  averages(): number[];
  /** The number of terms of each document in a field, at most 65,535. */
  lengths(field: number): Uint16Array;
  /** The document frequency of each term, in the order of `terms()`. */
  counts(): readonly number[];
  /**
   * Visits each pair of a term and a document, in document order. `term` is the position in
   * `terms()`. The counts of the pair, one per field, start at `counts[at]`.
   */
  each(visit: (term: number, document: number, counts: Uint8Array, at: number) => void): void;
}

/** Uses flat arrays, because an array per term would dominate the work of the garbage collector. */
export function createOccurrences(): Occurrences {
  const numbers = new Map<string, number>();
  const perTerm: number[] = [];
  const lengths: number[][] = FIELDS.map(() => []);
  let terms = new Uint32Array(1 << 16);
  let documents = new Uint32Array(1 << 16);
  let counts = new Uint8Array(FIELDS.length << 16);
  let length = 0;
  let count = 0;

  const grow = () => {
    const copyInto = <Kind extends Uint32Array | Uint8Array>(source: Kind, target: Kind): Kind => {
      target.set(source);
      return target;
    };
    terms = copyInto(terms, new Uint32Array(terms.length * 2));
    documents = copyInto(documents, new Uint32Array(documents.length * 2));
    counts = copyInto(counts, new Uint8Array(counts.length * 2));
  };
  return {
    add(fields) {
      const positions = new Map<string, number>();
      fields.forEach((tokens, field) => {
        lengths[field]!.push(Math.min(tokens.length, 65_535));
        for (const token of tokens) {
          let position = positions.get(token);
          if (position === undefined) {
            if (length === terms.length) grow();
            const number = numbers.get(token) ?? numbers.size;
            if (number === numbers.size) {
              numbers.set(token, number);
              perTerm.push(0);
            }
            perTerm[number]!++;
            position = length++;
            positions.set(token, position);
            terms[position] = number;
            documents[position] = count;
          }
          const at = position * FIELDS.length + field;
          if (counts[at]! < 255) counts[at]!++;
        }
      });
      count++;
    },
    terms: () => numbers.keys(),
    averages: () =>
      lengths.map((each) =>
        Math.max(0.01, each.reduce((sum, tokens) => sum + tokens, 0) / Math.max(1, count)),
      ),
    lengths: (field) => new Uint16Array(lengths[field]!),
    counts: () => perTerm,
    each(visit) {
      for (let at = 0; at < length; at++) {
        visit(terms[at]!, documents[at]!, counts, at * FIELDS.length);
      }
    },
  };
}
