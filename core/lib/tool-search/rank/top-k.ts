/** Collects the tools with the highest scores. */
interface TopK {
  offer(tool: number, score: number): void;
  /** Returns the collected tools in no particular order. */
  all(): number[];
}

/** Creates a binary heap with the lowest score on top, for at most `capacity` tools. */
export function createTopK(capacity: number): TopK {
  const tools = new Uint32Array(capacity);
  const scores = new Float64Array(capacity);
  let size = 0;
  const swap = (a: number, b: number) => {
    [tools[a], tools[b]] = [tools[b]!, tools[a]!];
    [scores[a], scores[b]] = [scores[b]!, scores[a]!];
  };
  return {
    offer(tool, score) {
      if (size < capacity) {
        tools[size] = tool;
        scores[size] = score;
        for (let position = size++; position > 0; ) {
          const parent = (position - 1) >> 1;
          if (scores[parent]! <= scores[position]!) break;
          swap(position, parent);
          position = parent;
        }
      } else if (score > scores[0]!) {
        tools[0] = tool;
        scores[0] = score;
        for (let position = 0; ; ) {
          const child = 2 * position + 1;
          if (child >= size) break;
          const smallest =
            child + 1 < size && scores[child + 1]! < scores[child]! ? child + 1 : child;
          if (scores[smallest]! >= scores[position]!) break;
          swap(position, smallest);
          position = smallest;
        }
      }
    },
    all: () => [...tools.subarray(0, size)],
  };
}
