/** Writes blocks of text one after the other, inside of nested lists and quotations. */
export interface BlockWriter {
  /** Writes a block, a blank line before it unless it is tight. */
  block(text: string, spacing?: "tight"): void;
  /** How many blocks were written. */
  count(): number;
  /** Enters a list item or a quotation: `first` begins its first line, `rest` all others; a tight one has no blank line before it. */
  enter(first: string, rest: string, spacing: "tight" | "loose"): void;
  leave(): void;
  /** Takes out everything written, and starts anew. */
  take(): string;
}

/**
 * How many lists and quotations are written inside of each other; what is deeper stands at this depth. A line is indented
 * once, when it is written, and by so much at most: a page of 20,000 nested lists stays as long as its text.
 */
const maxDepth = 10;

/** Starts empty. */
export function createBlockWriter(): BlockWriter {
  const output: string[] = [];
  const containers: {
    rest: string;
    first: string | undefined;
    isTight: boolean;
    blockCount: number;
  }[] = [];
  /** What the lines of the current container begin with, and its first line if that is still to come. */
  let rest = "";
  let first: string | undefined;
  /** What the blank line before the next block begins with: what it shares with the block before. */
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
      const isTooDeep = containers.length > maxDepth;
      first = (isTooDeep ? rest : (first ?? rest)) + firstMark;
      if (!isTooDeep) rest += restMark;
    },
    leave() {
      const container = containers.pop();
      if (!container) return;
      // The mark of an outer item still waits for its first line when nothing was written inside.
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
      rest = between = "";
      first = undefined;
      isTight = false;
      blockCount = 0;
      return text;
    },
  };
}

/** A text with all lines but the first indented; empty ones without trailing spaces. */
function indent(text: string, prefix: string): string {
  const blank = prefix.trimEnd();
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? line : line === "" ? blank : prefix + line))
    .join("\n");
}
