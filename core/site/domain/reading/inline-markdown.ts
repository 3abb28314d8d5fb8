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
  let isBroken = false;
  let isLineStart = true;
  /** The code span that was written last, if nothing was since. */
  let code = "";
  let pairs: string | undefined;

  const write = (text: string) => {
    parts.push(text);
    last = text.at(-1) ?? last;
    code = "";
  };
  const closeDownTo = (depth: number) => {
    while (open.length > depth) write(open.pop()!.end);
  };

  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]!;
    if (run.kind === "break") {
      // Written when a text follows, after the marks that end before it.
      isBroken = parts.length > 0;
      continue;
    }
    const body = run.text.trim();
    if (body === "") {
      isSpaced ||= run.text !== "";
      continue;
    }
    isSpaced ||= space.test(run.text[0]!);
    const wanted = marksOf(run);
    closeDownTo(firstUnwanted(open, wanted, run.link));
    if (isBroken) {
      write(lineBreak);
      isLineStart = true;
    } else if (isSpaced && !isLineStart) write(" ");
    isBroken = false;
    isSpaced = space.test(run.text.at(-1)!);

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
    if (run.marks & CODE && run.kind === "text") {
      // Two spans that touch would be one with other signs: `a``b`.
      const whole = code + body;
      if (code !== "") parts.pop();
      write(codeSpan(whole));
      code = whole;
      isLineStart = false;
      continue;
    }
    const isInLink = open.some((each) => each.mark === LINK);
    let text = run.kind === "markup" ? body : escapeMarkdown(body, isLineStart ? "" : last, { isInLink, pairs: () => (pairs ??= pairsIn(runs)) });
    if (run.kind === "markup" && last === "!" && text.startsWith("[")) text = ` ${text}`;
    const isExposed = isLineStart && place === "paragraph" && open.length === 0 && run.kind === "text";
    write(isExposed ? escapeLineStart(text) : text);
    isLineStart = false;
  }
  closeDownTo(0);
  return parts.join("");
}

/** Signs that may begin or end emphasis: an underline inside of a word does not, two tildes are escaped anyway. */
const emphatic = { "*": /\*/g, _: /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "~": /(?<!~)~(?!~)/g };

/** The signs that find a partner in a block: a single `*` is no markup. */
function pairsIn(runs: Run[]): string {
  const text = runs.map((run) => (run.kind === "text" && !(run.marks & CODE) ? run.text : "")).join("");
  const signs = runs.some((run) => run.marks & ~CODE) ? "*_" : "";
  return signs + Object.entries(emphatic).filter(([, sign]) => (text.match(sign)?.length ?? 0) > 1).map(([name]) => name).join("");
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

const space = /\s/;
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
