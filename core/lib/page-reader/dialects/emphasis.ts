import { CODE, DELETED, EMPHASIS, type Run, STRONG } from "./inline.ts";

/** The mark of a link. It extends the flags in `inline.ts`. */
export const LINK = 16;
/** The nesting order, outermost first, of marks that begin and end together. */
const ORDERED_MARKS = [LINK, STRONG, EMPHASIS, DELETED];
/** The delimiter that is written before and after the text of a mark. */
export const DELIMITERS = new Map([
  [STRONG, "**"],
  [EMPHASIS, "*"],
  [DELETED, "~~"],
]);

/** How many runs are examined to order marks that begin together. */
const LOOKAHEAD = 16;

/** The marks around a run: its own without CODE, and LINK if it is a link. */
export function effectiveMarks(run: Run): number {
  return (run.marks & ~CODE) | (run.link === "" ? 0 : LINK);
}

/**
 * The index of the first open mark that must close before a run, or the number of open marks if
 * none must.
 */
export function firstToClose(
  open: { mark: number; link: string }[],
  targetMarks: number,
  link: string,
): number {
  const index = open.findIndex(
    (each) => !(targetMarks & each.mark) || (each.mark === LINK && each.link !== link),
  );
  return index === -1 ? open.length : index;
}

/** The marks that begin at a run, longest-lasting first. */
export function marksToOpen(
  runs: Run[],
  at: number,
  targetMarks: number,
  open: { mark: number }[],
): number[] {
  const opening = ORDERED_MARKS.filter(
    (mark) => targetMarks & mark && !open.some((each) => each.mark === mark),
  );
  if (opening.length < 2) return opening;
  const lastRuns = new Map(opening.map((mark) => [mark, lastRunWith(runs, at, mark)]));
  return opening.sort((a, b) => lastRuns.get(b)! - lastRuns.get(a)!);
}

/** The index of the last run that has a mark without interruption, starting at `at`. */
function lastRunWith(runs: Run[], at: number, mark: number): number {
  let last = at;
  for (let index = at; index < runs.length && index < at + LOOKAHEAD; index++) {
    const run = runs[index]!;
    if (run.kind === "break") continue;
    if (!(effectiveMarks(run) & mark) || (mark === LINK && run.link !== runs[at]!.link)) break;
    last = index;
  }
  return last;
}

const WORD_LIKE = /[^\s\p{P}\p{S}]/u;

/**
 * Whether Markdown recognizes a mark's delimiters around its text (CommonMark, left- and
 * right-flanking delimiter runs). `a**(b)**c`, for example, isn't bold. Text whose delimiters
 * wouldn't be recognized is written without the mark.
 */
export function canDelimit(runs: Run[], at: number, mark: number, before: string): boolean {
  const isAfterWord = before !== "" && WORD_LIKE.test(before);
  if (isAfterWord && !WORD_LIKE.test(firstCharacter(runs[at]!))) return false;
  const end = lastRunWith(runs, at, mark);
  const text = runs[end]!.text;
  const after = runs[end + 1];
  if (text.endsWith(" ") || !after || after.kind === "break") return true;
  return WORD_LIKE.test(lastCharacter(runs[end]!)) || !WORD_LIKE.test(firstCharacter(after) || " ");
}

/** The first character of a run as written, including its markup. */
function firstCharacter(run: Run): string {
  if (run.link !== "") return "[";
  return run.marks & CODE ? "`" : (run.text[0] ?? "");
}

function lastCharacter(run: Run): string {
  if (run.link !== "") return ")";
  return run.marks & CODE ? "`" : (run.text.trimEnd().at(-1) ?? "");
}
