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

const NO_MARKS: readonly number[] = [];

/**
 * Writes the runs of one block as Markdown. Marks nest, and white space moves outside them. In a
 * `paragraph`, the start of each line is escaped because Markdown might read it as the start of
 * another block. A `line` (heading or cell) is a single line that follows other markup.
 */
export function inlineMarkdown(runs: Run[], container: "paragraph" | "line"): string {
  const only = runs.length === 1 ? runs[0]! : undefined;
  if (only?.kind === "text" && only.marks === 0 && only.link === "")
    return plainRun(only, runs, container);
  const lineBreak = container === "paragraph" ? "  \n" : " ";
  const parts: string[] = [];
  const open: { mark: number; end: string; link: string }[] = [];
  let last = "";
  let needsSpace = false;
  let needsBreak = false;
  let isLineStart = true;
  /** The code in the last part written, or "" if that part isn't a code span. */
  let code = "";
  let pairedDelimiters: string | undefined;

  const write = (text: string) => {
    parts.push(text);
    if (text !== "") last = text[text.length - 1]!;
    code = "";
  };
  const getPairedDelimiters = () => {
    pairedDelimiters ??= findPairedDelimiters(runs);
    return pairedDelimiters;
  };
  const closeDownTo = (depth: number) => {
    while (open.length > depth) write(open.pop()!.end);
  };

  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]!;
    if (run.kind === "break") {
      // Write the break only if text follows, after the marks that end before that text.
      needsBreak = parts.length > 0;
      continue;
    }
    const body = run.text.trim();
    if (body === "") {
      needsSpace ||= run.text !== "";
      continue;
    }
    needsSpace ||= isSpace(run.text[0]!);
    const isAddress = isBareAddress(runs, at);
    const targetMarks = effectiveMarks(run) & (isAddress ? ~LINK : -1);
    if (open.length > 0) closeDownTo(firstToClose(open, targetMarks, run.link));
    if (needsBreak) {
      write(lineBreak);
      isLineStart = true;
    } else if (needsSpace && !isLineStart) write(" ");
    needsBreak = false;
    needsSpace = isSpace(run.text[run.text.length - 1]!);

    const opening = targetMarks === 0 ? NO_MARKS : marksToOpen(runs, at, targetMarks, open);
    for (const mark of opening) {
      if (mark === LINK) {
        if (last === "!" && parts.length > 0)
          parts[parts.length - 1] = `${parts.at(-1)!.slice(0, -1)}\\!`;
        write("[");
        open.push({ mark, end: `](${linkDestination(run.link)})`, link: run.link });
      } else if (canDelimit(runs, at, mark, last)) {
        const delimiter = DELIMITERS.get(mark)!;
        write(delimiter);
        open.push({ mark, end: delimiter, link: "" });
      }
    }
    if (isAddress) {
      write(`<${run.link}>`);
      isLineStart = false;
      continue;
    }
    if (run.marks & CODE && run.kind === "text") {
      // Join adjacent code spans because Markdown would misread `a``b`.
      const joined = code + body;
      if (code !== "") parts.pop();
      write(codeSpan(joined));
      code = joined;
      isLineStart = false;
      continue;
    }
    const isInLink = open.length > 0 && open.some((each) => each.mark === LINK);
    let text =
      run.kind === "markup"
        ? body
        : escapeMarkdown(body, isLineStart ? "" : last, {
            isInLink,
            pairedDelimiters: getPairedDelimiters,
          });
    if (run.kind === "markup" && last === "!" && text.startsWith("[")) text = ` ${text}`;
    const needsLineEscape =
      isLineStart && container === "paragraph" && open.length === 0 && run.kind === "text";
    write(needsLineEscape ? escapeLineStart(text) : text);
    isLineStart = false;
  }
  closeDownTo(0);
  return parts.join("");
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
