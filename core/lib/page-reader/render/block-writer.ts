/** Writes blocks of text in sequence, inside nested lists and quotations. */
export interface BlockWriter {
  /** Writes a block, preceded by a blank line unless it is tight. */
  block(text: string, spacing?: "tight"): void;
  /** The number of blocks written so far. */
  count(): number;
  /**
   * Enters a list item or a quotation. `first` starts its first line and `rest` every other line.
   * If it is tight, no blank line precedes it.
   */
  enter(first: string, rest: string, spacing: "tight" | "loose"): void;
  leave(): void;
  /** Returns the text written so far and resets the writer. */
  take(): string;
}

/**
 * The maximum nesting depth of lists and quotations. Deeper content is written at this depth. The
 * limit keeps the output proportional to the text: without it, a page of 20,000 nested lists would
 * be mostly indentation.
 */
const MAX_DEPTH = 10;

export function createBlockWriter(): BlockWriter {
  const output: string[] = [];
  const containers: {
    rest: string;
    first: string | undefined;
    isTight: boolean;
    blockCount: number;
  }[] = [];
  /** The prefix of every line in the current container. */
  let rest = "";
  /** The prefix of the container's first line, until that line is written. */
  let first: string | undefined;
  /**
   * The prefix of the blank line before the next block: the part that the next block shares with
   * the previous one.
   */
  let between = "";
  let isTight = false;
  let blockCount = 0;

  return {
    count: () => blockCount,
    block(text, spacing) {
      if (blockCount > 0)
        output.push(isTight || spacing === "tight" ? "\n" : `\n${between.trimEnd()}\n`);
      if (first !== undefined || rest !== "") output.push(first ?? rest);
      output.push(rest === "" || !text.includes("\n") ? text : indent(text, rest));
      first = undefined;
      between = rest;
      isTight = false;
      blockCount++;
    },
    enter(firstMark, restMark, spacing) {
      containers.push({ rest, first, isTight, blockCount });
      if (first === undefined) isTight = spacing === "tight";
      const isTooDeep = containers.length > MAX_DEPTH;
      first = (isTooDeep ? rest : (first ?? rest)) + firstMark;
      if (!isTooDeep) rest += restMark;
    },
    leave() {
      const container = containers.pop();
      if (!container) return;
      // If nothing was written inside, the outer item's marker still waits for its first line.
      const isEmpty = blockCount === container.blockCount;
      first = isEmpty ? container.first : undefined;
      isTight = isEmpty && container.isTight;
      rest = container.rest;
      if (between.length > rest.length) between = rest;
    },
    take() {
      const text = output.length === 1 ? output[0]! : output.join("");
      output.length = 0;
      containers.length = 0;
      rest = "";
      between = "";
      first = undefined;
      isTight = false;
      blockCount = 0;
      return text;
    },
  };
}

/** Indents every line but the first. Empty lines get no trailing spaces. */
function indent(text: string, prefix: string): string {
  const blank = prefix.trimEnd();
  return text
    .split("\n")
    .map((line, index) => {
      if (index === 0) return line;
      return line === "" ? blank : prefix + line;
    })
    .join("\n");
}
