/** Keeps the greatest of many. */
export interface Greatest {
  offer(tool: number, worth: number): void;
  /** In no order. */
  all(): number[];
}

/** Keeps so many: a binary heap whose least is on top. */
export function greatestOf(most: number): Greatest {
  const tools = new Uint32Array(most);
  const worths = new Float64Array(most);
  let size = 0;
  const swap = (a: number, b: number) => {
    [tools[a], tools[b]] = [tools[b]!, tools[a]!];
    [worths[a], worths[b]] = [worths[b]!, worths[a]!];
  };
  return {
    offer(tool, worth) {
      if (size < most) {
        tools[size] = tool;
        worths[size] = worth;
        for (let at = size++; at > 0; ) {
          const parent = (at - 1) >> 1;
          if (worths[parent]! <= worths[at]!) break;
          swap(at, parent);
          at = parent;
        }
      } else if (worth > worths[0]!) {
        tools[0] = tool;
        worths[0] = worth;
        for (let at = 0; ; ) {
          const left = 2 * at + 1;
          if (left >= size) break;
          const least = left + 1 < size && worths[left + 1]! < worths[left]! ? left + 1 : left;
          if (worths[least]! >= worths[at]!) break;
          swap(at, least);
          at = least;
        }
      }
    },
    all: () => [...tools.subarray(0, size)],
  };
}
