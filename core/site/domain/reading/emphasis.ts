import { CODE, DELETED, EMPHASIS, type Run, STRONG } from "./inline.ts";

/** The mark of a link, beside those of `inline.ts`. */
export const LINK = 16;
/** From the outermost to the innermost, when several begin together and end together. */
const marks = [LINK, STRONG, EMPHASIS, DELETED];
/** What a mark is written as, before its text and behind it. */
export const signs = new Map([
  [STRONG, "**"],
  [EMPHASIS, "*"],
  [DELETED, "~~"],
]);

/** How many runs ahead are looked at to order marks that begin together. */
const outlook = 16;

/** The marks that a run asks for; code has no others inside. */
export function marksOf(run: Run): number {
  return (run.marks & ~CODE) | (run.link === "" ? 0 : LINK);
}

/** How many of the open marks a run may stay inside of. */
export function firstUnwanted(
  open: { mark: number; link: string }[],
  wanted: number,
  link: string,
): number {
  const index = open.findIndex(
    (each) => !(wanted & each.mark) || (each.mark === LINK && each.link !== link),
  );
  return index === -1 ? open.length : index;
}

/** The marks that begin at a run, the one that lasts longest first. */
export function missing(
  runs: Run[],
  at: number,
  wanted: number,
  open: { mark: number }[],
): number[] {
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
export function canDelimit(runs: Run[], at: number, mark: number, before: string): boolean {
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
