/** A reproducible source of random choices. */
export interface Random {
  /** Returns an integer from 0 to before `limit`. */
  integer(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a source that makes the same choices for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (limit: number) => Math.floor(next() * limit);
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(items.length)]!,
  };
}
