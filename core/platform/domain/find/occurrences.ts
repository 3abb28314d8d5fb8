import { FIELDS } from "./fields.ts";

/** Which terms occur in which documents, and how often in each field. */
export interface Occurrences {
  /** The next document, by field. */
  add(fields: readonly (readonly string[])[]): void;
  terms(): Iterable<string>;
  /** How many terms a field has in the middle of all documents. */
  averages(): number[];
  /** How many terms each document has in a field. */
  lengths(field: number): Uint16Array;
  /** In how many documents each term occurs, in the order of `terms()`. */
  counts(): readonly number[];
  /** Each pair of a term (its place in `terms()`) and a document, in the documents' order, with where its counts by field begin. */
  each(visit: (term: number, document: number, counts: Uint8Array, at: number) => void): void;
}

/** Gathers them in flat arrays: an array for each term would be most of what the garbage collector sees. */
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
    const copyInto = <Kind extends Uint32Array | Uint8Array>(old: Kind, wider: Kind): Kind => (
      wider.set(old), wider
    );
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
            positions.set(token, (position = length++));
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
      for (let at = 0; at < length; at++)
        visit(terms[at]!, documents[at]!, counts, at * FIELDS.length);
    },
  };
}
