/** Maps words to the numbers of the apps with them. */
export interface Postings {
  has(word: string): boolean;
  /** The numbers of the apps with a word. */
  exact(word: string): readonly number[];
  /** The numbers of the apps with a word that starts with a text. A number can occur repeatedly. */
  startingWith(text: string): Iterable<number>;
}

/** Creates postings. `words` has the words of each app, in the order of their numbers. */
export function createPostings(words: Iterable<Iterable<string>>): Postings {
  const numbers = new Map<string, number[]>();
  let number = 0;
  for (const own of words) {
    for (const word of new Set(own)) {
      const list = numbers.get(word);
      if (list) list.push(number);
      else numbers.set(word, [number]);
    }
    number++;
  }
  const sorted = [...numbers.keys()].sort();
  return {
    has: (word) => numbers.has(word),
    exact: (word) => numbers.get(word) ?? [],
    *startingWith(text) {
      for (let at = findFirst(sorted, text); ; at++) {
        const word = sorted[at];
        if (!word?.startsWith(text)) return;
        yield* numbers.get(word) ?? [];
      }
    },
  };
}

/** The position of the first word that isn't before a text. */
function findFirst(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const word = sorted[middle];
    if (word !== undefined && word < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
