import { explained } from "../complaint.ts";
import { type Counts, failuresOf, type Matrix, type Panel, type Result, skipsOf } from "./tally.ts";

/** A panel of the matrix for a terminal: a row for each status, a column for each target and caller. */
export function matrixText(
  { title, matrix: { columns, rows } }: Panel,
  { colour = false } = {},
): string {
  const paint = painter(colour);
  const width = Math.max(...rows.map(({ asked }) => asked.length), 9);
  const letters = columns.map((_, at) => String.fromCharCode(97 + at));
  const legend = columns.map(({ target, caller }, at) => `  ${letters[at]}  ${target}, ${caller}`);
  const head = `${" ".repeat(width + 5)} ${letters.map((letter) => letter.padStart(5)).join("")}`;
  let before = "";
  const lines = rows.map(({ asked, status, counts }) => {
    const name = asked === before ? "" : asked;
    before = asked;
    return `${name.padEnd(width)}  ${status} ${counts.map((each) => paint(...shown(each))).join("")}`;
  });
  return [paint(1, title), ...legend, "", paint(2, head), ...lines].join("\n");
}

function shown(counts: Counts | undefined): [code: number, text: string] {
  if (!counts) return [2, "·".padStart(5)];
  if (counts.failed > 0) return [31, `${counts.failed}✗`.padStart(5)];
  if (counts.passed > 0) return [32, String(counts.passed).padStart(5)];
  return [33, `${counts.skipped}~`.padStart(5)];
}

/** What the marks of a panel mean. */
export const LEGEND = "n passed   n✗ failed   n~ not asked, for a reason   · nothing to ask";

/** What failed, with what was expected and what came; what was not asked, and why; the counts. */
export function summaryText(
  results: readonly Result[],
  { total }: Matrix,
  seconds: number,
  { colour = false } = {},
): string {
  const paint = painter(colour);
  const failures = failuresOf(results).map(
    ({ title, where, complaints }) =>
      `${paint(31, "✗")} ${title}\n${indented(`on ${where.join(" · ")}\n${explained(complaints)}`)}`,
  );
  const skips = skipsOf(results).map(
    ([because, count]) => `  ${String(count).padStart(4)}  ${because}`,
  );
  const counts = `${total.passed} passed, ${total.failed} failed, ${total.skipped} not asked, in ${seconds.toFixed(1)} s.`;
  return [
    ...failures,
    ...(skips.length > 0 ? [`Not asked, and why:\n${skips.join("\n")}`] : []),
    paint(total.failed > 0 ? 31 : 32, counts),
  ].join("\n\n");
}

const painter = (colour: boolean) => (code: number, text: string) =>
  colour ? `\u001b[${code}m${text}\u001b[0m` : text;
const indented = (text: string) => text.replaceAll(/^/gm, "    ");
