/** Marks of a run of text. They are bit flags. */
export const STRONG = 1;
export const EMPHASIS = 2;
export const DELETED = 4;
export const CODE = 8;

/** A run of text with the same marks and link. */
export interface Run {
  text: string;
  marks: number;
  /** The absolute URL that the text links to, or "". */
  link: string;
  /**
   * `text` is the author's text, `markup` is already in the output format, `break` ends the line.
   */
  kind: "text" | "markup" | "break";
}

/** Collects the runs of one block of text. */
export interface InlineBuffer {
  /** Adds text and collapses its white space. */
  add(text: string): void;
  /** Adds text that has no white space to collapse. */
  addPlain(text: string): void;
  /** Adds white space. */
  addSpace(space: string): void;
  addMarkup(markup: string): void;
  addBreak(): void;
  /** Begins (`step` 1) or ends (`step` -1) a mark. Marks nest and may outlive a block. */
  mark(mark: number, step: 1 | -1): void;
  /** Sets the link of the text that follows. Returns the previous link. */
  setLink(link: string): string;
  /** The current link, or "". */
  link(): string;
  /** The last character added, or "". */
  lastCharacter(): string;
  /** Removes and returns the runs. Marks and link stay in effect. */
  take(): Run[];
}

const FOLDABLE_SPACE = /[\t\n\r\f\u00a0]| {2}/;
/** White space other than a single space, which would be replaced by itself. */
const FOLDED_SPACES = /[\t\n\r\f\u00a0][ \t\n\r\f\u00a0]*| [ \t\n\r\f\u00a0]+/g;
const LINE_BREAK = /[\n\r]/;
/** The first character of `CJK`. Comparing with it is cheaper than an expression. */
const FIRST_CJK = "\u3000";
const CJK = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60]/;
/**
 * White space with a line break between Chinese or Japanese characters. Browsers drop it (CSS Text,
 * 4.1.3).
 */
const CJK_LINE_BREAK =
  /(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60])[\n\r][ \t\n\r\f]*(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60])/g;

/** Whether a text ends with a line break after a Chinese or Japanese character. */
function endsWithCjkBreak(text: string): boolean {
  const end = text.trimEnd().length;
  const last = text[end - 1] ?? "";
  return last >= FIRST_CJK && CJK.test(last) && LINE_BREAK.test(text.slice(end));
}

/** Collapses white space. */
function foldSpace(text: string): string {
  const joined = LINE_BREAK.test(text) && CJK.test(text) ? text.replace(CJK_LINE_BREAK, "") : text;
  return joined.replace(FOLDED_SPACES, " ");
}

export function createInlineBuffer(): InlineBuffer {
  let runs: Run[] = [];
  let link = "";
  const depth = [0, 0, 0, 0];
  let marks = 0;
  // Stored separately because reading the end of a growing string flattens it, which copies the
  // whole text each time.
  let lastChar = "";

  /**
   * Whether a line break after a Chinese or Japanese character is still to be written. It vanishes
   * before another such character, and is a space before anything else.
   */
  let hasCjkBreak = false;

  /** Whether white space is a line break after such a character. */
  const isCjkBreak = (text: string) =>
    lastChar >= FIRST_CJK && CJK.test(lastChar) && /^[ \t\f]*[\n\r]/.test(text);
  const pushRun = (text: string, kind: Run["kind"]) => {
    const last = runs[runs.length - 1];
    if (kind === "text" && last?.kind === kind && last.marks === marks && last.link === link)
      last.text += text;
    else runs.push({ text, marks, link, kind });
    lastChar = text === "" ? "" : text[text.length - 1]!;
  };
  const push = (text: string, kind: Run["kind"]) => {
    if (hasCjkBreak && !(kind === "text" && text.startsWith(" "))) pushRun(" ", "text");
    hasCjkBreak = false;
    pushRun(text, kind);
  };
  return {
    add(text) {
      let folded = FOLDABLE_SPACE.test(text) ? foldSpace(text) : text;
      if ((hasCjkBreak || isCjkBreak(text)) && CJK.test(text.trimStart()[0] ?? "")) {
        hasCjkBreak = false;
        folded = folded.trimStart();
      }
      const endsWithBreak = folded.endsWith(" ") && endsWithCjkBreak(text);
      push(endsWithBreak ? folded.slice(0, -1) : folded, "text");
      hasCjkBreak = endsWithBreak;
    },
    addPlain: (text) => push(text, "text"),
    addSpace(space) {
      // Space before a block has no effect. Half of all texts are such spaces.
      if (runs.length === 0 && marks === 0 && link === "") return;
      hasCjkBreak ||= isCjkBreak(space);
      if (!hasCjkBreak) push(" ", "text");
    },
    addMarkup: (markup) => push(markup, "markup"),
    addBreak: () => push("", "break"),
    mark(mark, step) {
      // Emphasis inside code would split the code span.
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
    lastCharacter: () => (hasCjkBreak ? " " : lastChar),
    take() {
      const result = runs;
      lastChar = "";
      hasCjkBreak = false;
      if (runs.length > 0) runs = [];
      return result;
    },
  };
}
