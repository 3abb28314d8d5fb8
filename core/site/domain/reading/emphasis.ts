import { CODE, DELETED, EMPHASIS, type Run, STRONG } from "./inline.ts";

/** The mark of a link, beside those of `inline.ts`. */
export const LINK = 16;
/** From the outermost to the innermost, when several begin together and end together. */
const orderedMarks = [LINK, STRONG, EMPHASIS, DELETED];
/** What a mark is written as, before its text and behind it. */
export const delimiters = new Map([
  [STRONG, "**"],
  [EMPHASIS, "*"],
  [DELETED, "~~"],
]);

/** How many runs ahead are looked at to order marks that begin together. */
const lookahead = 16;

/** The marks that a run asks for; code has no others inside. */
export function effectiveMarks(run: Run): number {
  return (run.marks & ~CODE) | (run.link === "" ? 0 : LINK);
}

/** How many of the open marks a run may stay inside of. */
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

/** The marks that begin at a run, the one that lasts longest first. */
export function marksToOpen(
  runs: Run[],
  at: number,
  targetMarks: number,
  open: { mark: number }[],
): number[] {
  const opening = orderedMarks.filter(
    (mark) => targetMarks & mark && !open.some((each) => each.mark === mark),
  );
  if (opening.length < 2) return opening;
  const lasts = new Map(opening.map((mark) => [mark, lastRunWith(runs, at, mark)]));
  return opening.sort((a, b) => lasts.get(b)! - lasts.get(a)!);
}

/** The index of the last of the following runs that carry a mark without a gap. */
function lastRunWith(runs: Run[], at: number, mark: number): number {
  let last = at;
  for (let index = at; index < runs.length && index < at + lookahead; index++) {
    const run = runs[index]!;
    if (run.kind === "break") continue;
    if (!(effectiveMarks(run) & mark) || (mark === LINK && run.link !== runs[at]!.link)) break;
    last = index;
  }
  return last;
}

const wordLike = /[^\s\p{P}\p{S}]/u;

/**
 * Whether a mark would be recognized around its text (CommonMark, left- and right-flanking delimiter runs): `a**(b)**c`
 * is not bold. Where it would not, the text stands without it.
 */
export function canDelimit(runs: Run[], at: number, mark: number, before: string): boolean {
  const isAfterWord = before !== "" && wordLike.test(before);
  if (isAfterWord && !wordLike.test(firstCharacter(runs[at]!))) return false;
  const end = lastRunWith(runs, at, mark);
  const text = runs[end]!.text;
  const after = runs[end + 1];
  if (text.endsWith(" ") || !after || after.kind === "break") return true;
  return wordLike.test(lastCharacter(runs[end]!)) || !wordLike.test(firstCharacter(after) || " ");
}

/** What a run begins with when written: its own first character, or that of its markup. */
function firstCharacter(run: Run): string {
  if (run.link !== "") return "[";
  return run.marks & CODE ? "`" : (run.text[0] ?? "");
}

function lastCharacter(run: Run): string {
  if (run.link !== "") return ")";
  return run.marks & CODE ? "`" : (run.text.trimEnd().at(-1) ?? "");
}
