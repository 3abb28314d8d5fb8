import { codeSpan, destination, escapeLineStart, escapeMarkdown } from "./escape-markdown.ts";
import { CODE, DELETED, EMPHASIS, type Run, STRONG } from "./inline.ts";

const LINK = 16;
/** From the outermost to the innermost, when several begin together and end together. */
const marks = [LINK, STRONG, EMPHASIS, DELETED];
const signs = new Map([
  [STRONG, "**"],
  [EMPHASIS, "*"],
  [DELETED, "~~"],
]);

/** How many runs ahead are looked at to order marks that begin together. */
const outlook = 16;

/**
 * The runs of one block as Markdown: white space outside of the marks, marks nested. In a paragraph each line may be taken
 * for the start of a block, and is escaped; a `line` (a heading, a cell) is one line behind something else.
 */
export function inlineMarkdown(runs: Run[], place: "paragraph" | "line"): string {
  const lineBreak = place === "paragraph" ? "  \n" : " ";
  const parts: string[] = [];
  const open: { mark: number; end: string; link: string }[] = [];
  let last = "";
  let isSpaced = false;
  let isLineStart = true;

  const write = (text: string) => {
    parts.push(text);
    last = text.at(-1) ?? last;
  };
  const closeDownTo = (depth: number) => {
    while (open.length > depth) write(open.pop()!.end);
  };

  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]!;
    if (run.kind === "break") {
      if (parts.length > 0 && !isLineStart) {
        write(lineBreak);
        isLineStart = true;
      }
      isSpaced = false;
      continue;
    }
    const body = run.text.trim();
    if (body === "") {
      isSpaced ||= run.text !== "";
      continue;
    }
    isSpaced ||= run.text.startsWith(" ");
    const wanted = marksOf(run);
    closeDownTo(firstUnwanted(open, wanted, run.link));
    if (isSpaced && !isLineStart) write(" ");
    isSpaced = run.text.endsWith(" ");

    for (const mark of missing(runs, at, wanted, open)) {
      if (mark === LINK) {
        if (last === "!" && parts.length > 0) parts[parts.length - 1] = `${parts.at(-1)!.slice(0, -1)}\\!`;
        write("[");
        open.push({ mark, end: `](${destination(run.link)})`, link: run.link });
      } else if (canDelimit(runs, at, mark, last)) {
        const sign = signs.get(mark)!;
        write(sign);
        open.push({ mark, end: sign, link: "" });
      }
    }
    const isInLink = open.some((each) => each.mark === LINK);
    let text =
      run.kind === "markup" ? body : run.marks & CODE ? codeSpan(body) : escapeMarkdown(body, isLineStart ? "" : last, isInLink);
    if (run.kind === "markup" && last === "!" && text.startsWith("[")) text = ` ${text}`;
    const isExposed = isLineStart && place === "paragraph" && open.length === 0 && run.kind === "text" && !(run.marks & CODE);
    write(isExposed ? escapeLineStart(text) : text);
    isLineStart = false;
  }
  closeDownTo(0);
  if (isLineStart && parts.at(-1) === lineBreak) parts.pop();
  return parts.join("");
}

function marksOf(run: Run): number {
  return (run.marks & ~CODE) | (run.link === "" ? 0 : LINK);
}

function firstUnwanted(open: { mark: number; link: string }[], wanted: number, link: string): number {
  const index = open.findIndex((each) => !(wanted & each.mark) || (each.mark === LINK && each.link !== link));
  return index === -1 ? open.length : index;
}

/** The marks that begin at a run, the one that lasts longest first. */
function missing(runs: Run[], at: number, wanted: number, open: { mark: number }[]): number[] {
  const begun = marks.filter((mark) => wanted & mark && !open.some((each) => each.mark === mark));
  if (begun.length < 2) return begun;
  const lasts = new Map(begun.map((mark) => [mark, lastRunOf(runs, at, mark)]));
  return begun.sort((a, b) => lasts.get(b)! - lasts.get(a)!);
}

/** The index of the last of the following runs that carry a mark without a gap. */
function lastRunOf(runs: Run[], at: number, mark: number): number {
  let last = at;
  for (let index = at; index < runs.length && index < at + outlook; index++) {
    const run = runs[index]!;
    if (run.kind === "break") continue;
    if (!(marksOf(run) & mark) || (mark === LINK && run.link !== runs[at]!.link)) break;
    last = index;
  }
  return last;
}

const wordLike = /[^\s\p{P}\p{S}]/u;

/**
 * Whether a mark would be recognized around its text (CommonMark, left- and right-flanking delimiter runs): `a**(b)**c`
 * is not bold. Where it would not, the text stands without it.
 */
function canDelimit(runs: Run[], at: number, mark: number, before: string): boolean {
  const isBefore = before !== "" && wordLike.test(before);
  if (isBefore && !wordLike.test(firstSign(runs[at]!))) return false;
  const end = lastRunOf(runs, at, mark);
  const text = runs[end]!.text;
  const after = runs[end + 1];
  if (text.endsWith(" ") || !after || after.kind === "break") return true;
  return wordLike.test(lastSign(runs[end]!)) || !wordLike.test(firstSign(after) || " ");
}

/** What a run begins with when written: its own first character, or that of its markup. */
function firstSign(run: Run): string {
  if (run.link !== "") return "[";
  return run.marks & CODE ? "`" : (run.text[0] ?? "");
}

function lastSign(run: Run): string {
  if (run.link !== "") return ")";
  return run.marks & CODE ? "`" : (run.text.trimEnd().at(-1) ?? "");
}
