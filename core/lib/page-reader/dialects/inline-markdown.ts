import {
  canDelimit,
  DELIMITERS,
  effectiveMarks,
  firstToClose,
  LINK,
  marksToOpen,
} from "./emphasis.ts";
import { codeSpan, escapeLineStart, escapeMarkdown, linkDestination } from "./escape-markdown.ts";
import { CODE, type Run } from "./inline.ts";

const SPACE = /\s/;
/** Like `SPACE`, but without an expression for most characters. */
const isSpace = (character: string): boolean =>
  character === " " || ((character < "!" || character > "~") && SPACE.test(character));

/**
 * Writes the runs of one block as Markdown. Marks nest, and white space moves outside them. In a
 * `paragraph`, the start of each line is escaped because Markdown might read it as the start of
 * another block. A `line` (heading or cell) is a single line that follows other markup.
 */
export function inlineMarkdown(runs: Run[], container: "paragraph" | "line"): string {
  const only = runs.length === 1 ? runs[0]! : undefined;
  if (only?.kind === "text" && only.marks === 0 && only.link === "")
    return plainRun(only, runs, container);
  return new InlineWriter(runs, container).write();
}

class InlineWriter {
  readonly #runs: Run[];
  readonly #container: "paragraph" | "line";
  readonly #parts: string[] = [];
  readonly #open: { mark: number; end: string; link: string }[] = [];
  /** The last character written. */
  #last = "";
  #needsSpace = false;
  #needsBreak = false;
  #isLineStart = true;
  /** The code in the last part written, or "" if that part isn't a code span. */
  #code = "";
  #pairedDelimiters: string | undefined;

  constructor(runs: Run[], container: "paragraph" | "line") {
    this.#runs = runs;
    this.#container = container;
  }

  write(): string {
    const runs = this.#runs;
    for (let at = 0; at < runs.length; at++) {
      const run = runs[at]!;
      if (run.kind === "break") {
        // Write the break only if text follows, after the marks that end before that text.
        this.#needsBreak = this.#parts.length > 0;
        continue;
      }
      const body = run.text.trim();
      if (body === "") this.#needsSpace ||= run.text !== "";
      else this.#writeRun(at, run, body);
    }
    this.#closeDownTo(0);
    return this.#parts.join("");
  }

  #writeRun(at: number, run: Run, body: string): void {
    this.#needsSpace ||= isSpace(run.text[0]!);
    const isAddress = isBareAddress(this.#runs, at);
    const targetMarks = effectiveMarks(run) & (isAddress ? ~LINK : -1);
    if (this.#open.length > 0) this.#closeDownTo(firstToClose(this.#open, targetMarks, run.link));
    if (this.#needsBreak) {
      this.#append(this.#container === "paragraph" ? "  \n" : " ");
      this.#isLineStart = true;
    } else if (this.#needsSpace && !this.#isLineStart) this.#append(" ");
    this.#needsBreak = false;
    this.#needsSpace = isSpace(run.text[run.text.length - 1]!);
    if (targetMarks !== 0) this.#openMarks(at, run, targetMarks);
    if (isAddress) this.#append(`<${run.link}>`);
    else if (run.marks & CODE && run.kind === "text") this.#writeCode(body);
    else this.#writeText(run, body);
    this.#isLineStart = false;
  }

  #openMarks(at: number, run: Run, targetMarks: number): void {
    const parts = this.#parts;
    for (const mark of marksToOpen(this.#runs, at, targetMarks, this.#open)) {
      if (mark === LINK) {
        if (this.#last === "!" && parts.length > 0)
          parts[parts.length - 1] = `${parts.at(-1)!.slice(0, -1)}\\!`;
        this.#append("[");
        this.#open.push({ mark, end: `](${linkDestination(run.link)})`, link: run.link });
      } else if (canDelimit(this.#runs, at, mark, this.#last)) {
        const delimiter = DELIMITERS.get(mark)!;
        this.#append(delimiter);
        this.#open.push({ mark, end: delimiter, link: "" });
      }
    }
  }

  /** Joins adjacent code spans because Markdown would misread `a``b`. */
  #writeCode(body: string): void {
    const joined = this.#code + body;
    if (this.#code !== "") this.#parts.pop();
    this.#append(codeSpan(joined));
    this.#code = joined;
  }

  #writeText({ kind }: Run, body: string): void {
    const isInLink = this.#open.length > 0 && this.#open.some((each) => each.mark === LINK);
    let text =
      kind === "markup"
        ? body
        : escapeMarkdown(body, this.#isLineStart ? "" : this.#last, {
            isInLink,
            pairedDelimiters: this.#getPairedDelimiters,
          });
    if (kind === "markup" && this.#last === "!" && text.startsWith("[")) text = ` ${text}`;
    const needsLineEscape =
      this.#isLineStart &&
      this.#container === "paragraph" &&
      this.#open.length === 0 &&
      kind === "text";
    this.#append(needsLineEscape ? escapeLineStart(text) : text);
  }

  #append(text: string): void {
    this.#parts.push(text);
    if (text !== "") this.#last = text[text.length - 1]!;
    this.#code = "";
  }

  readonly #getPairedDelimiters = (): string => {
    this.#pairedDelimiters ??= findPairedDelimiters(this.#runs);
    return this.#pairedDelimiters;
  };

  #closeDownTo(depth: number): void {
    while (this.#open.length > depth) this.#append(this.#open.pop()!.end);
  }
}

/** Writes a block that is a single run without marks and link, as most blocks are. */
function plainRun({ text }: Run, runs: Run[], container: "paragraph" | "line"): string {
  let paired: string | undefined;
  const escaped = escapeMarkdown(text.trim(), "", {
    isInLink: false,
    pairedDelimiters() {
      paired ??= findPairedDelimiters(runs);
      return paired;
    },
  });
  return container === "paragraph" ? escapeLineStart(escaped) : escaped;
}

/** Whether a run is a whole link whose text is its own address, which Markdown writes once. */
function isBareAddress(runs: Run[], at: number): boolean {
  const { text, marks, link, kind } = runs[at]!;
  if (link === "" || kind !== "text" || marks & CODE || !text.includes("://")) return false;
  const address = text.trim();
  return (
    (address === link || `${address}/` === link) &&
    runs[at - 1]?.link !== link &&
    runs[at + 1]?.link !== link
  );
}

/**
 * Characters that may begin or end emphasis. An underscore inside a word can't. Double tildes are
 * always escaped.
 */
const DELIMITER_PATTERNS = {
  "*": /\*/g,
  _: /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
  "~": /(?<!~)~(?!~)/g,
};

/** The delimiters that occur at least twice in a block. A single `*` isn't markup. */
function findPairedDelimiters(runs: Run[]): string {
  const text = runs
    .map((run) => (run.kind === "text" && !(run.marks & CODE) ? run.text : ""))
    .join("");
  const always = runs.some((run) => run.marks & ~CODE) ? "*_" : "";
  return (
    always +
    Object.entries(DELIMITER_PATTERNS)
      .filter(([, pattern]) => (text.match(pattern)?.length ?? 0) > 1)
      .map(([name]) => name)
      .join("")
  );
}
