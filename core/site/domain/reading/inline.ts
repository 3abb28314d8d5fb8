/** Marks that a run of text may carry, as a sum. */
export const STRONG = 1;
export const EMPHASIS = 2;
export const DELETED = 4;
export const CODE = 8;

/** A stretch of text with the same marks. */
export interface Run {
  text: string;
  marks: number;
  /** Where it leads, absolute; empty when it is no link. */
  link: string;
  /** `text` is what the author wrote, `markup` is already in the output's own language, `break` ends the line. */
  kind: "text" | "markup" | "break";
}

/** Collects the runs of one block of text. */
export interface InlineBuffer {
  /** Adds text, its white space collapsed. */
  add(text: string): void;
  addMarkup(markup: string): void;
  addBreak(): void;
  /** Begins (`by` 1) or ends (`by` -1) a mark; marks nest and may outlive a block. */
  mark(mark: number, step: 1 | -1): void;
  /** The link that text is part of from now on; returns the one before. */
  setLink(link: string): string;
  /** The link in force, or "". */
  link(): string;
  /** The last letter added, or "". */
  lastCharacter(): string;
  /** Takes the runs out; marks and link stay in force for what follows. */
  take(): Run[];
}

const foldableSpace = /[\t\n\r\f\u00a0]| {2}/;
const foldedSpaces = /[ \t\n\r\f\u00a0]+/g;

/** Starts without text, marks or link. */
export function createInlineBuffer(): InlineBuffer {
  let runs: Run[] = [];
  let link = "";
  const depth = [0, 0, 0, 0];
  let marks = 0;
  // Kept apart: to look at the end of a text that grows piece by piece would copy all of it each time.
  let lastChar = "";

  const push = (text: string, kind: Run["kind"]) => {
    const last = runs.at(-1);
    if (kind === "text" && last?.kind === kind && last.marks === marks && last.link === link)
      last.text += text;
    else runs.push({ text, marks, link, kind });
    lastChar = text.at(-1) ?? "";
  };
  return {
    add: (text) => push(foldableSpace.test(text) ? text.replace(foldedSpaces, " ") : text, "text"),
    addMarkup: (markup) => push(markup, "markup"),
    addBreak: () => push("", "break"),
    mark(mark, step) {
      // Code is to the letter: emphasis inside of it would cut it into pieces.
      if (mark !== CODE && marks & CODE) return;
      const index = 31 - Math.clz32(mark);
      depth[index] = Math.max(0, depth[index]! + step);
      marks = depth[index] > 0 ? marks | mark : marks & ~mark;
    },
    setLink(next) {
      const before = link;
      link = next;
      return before;
    },
    link: () => link,
    lastCharacter: () => lastChar,
    take() {
      const result = runs;
      lastChar = "";
      if (runs.length > 0) runs = [];
      return result;
    },
  };
}
