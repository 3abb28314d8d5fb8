const FENCE_LINE = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}){0,10}(`{3,}(?=[^`]*$)|~{3,})/;
const ITEM_LINE = /^[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]/;

/**
 * Replaces the code in a Markdown source with spaces. Length and lines stay the same, so an offset
 * in the result is the same offset in the source.
 */
export function blankCode(markdown: string): string {
  const lines = markdown.split("\n");
  const out: string[] = [];
  let paragraph: string[] = [];
  let fence = "";
  let isAfterBlank = true;
  let isInList = false;
  const endParagraph = () => {
    if (paragraph.length > 0) out.push(blankSpans(paragraph.join("\n")));
    paragraph = [];
  };
  for (const line of lines) {
    const mark =
      line.length < 2000 && (line.includes("```") || line.includes("~~~"))
        ? (FENCE_LINE.exec(line)?.[1] ?? "")
        : "";
    const isIndented = isAfterBlank && !isInList && /^(?: {4}|\t)/.test(line) && line.trim() !== "";
    if (fence !== "" || mark !== "" || isIndented) {
      endParagraph();
      out.push(" ".repeat(line.length));
      if (fence === "") fence = mark;
      else if (mark[0] === fence[0] && mark.length >= fence.length && line.trimEnd().endsWith(mark))
        fence = "";
      continue;
    }
    isAfterBlank = line.trim() === "";
    if (isAfterBlank) {
      endParagraph();
      out.push(line);
      continue;
    }
    if (ITEM_LINE.test(line)) isInList = true;
    else if (!/^[ \t]/.test(line)) isInList = false;
    paragraph.push(line);
  }
  endParagraph();
  return out.join("\n");
}

/** Blanks the code spans of a paragraph: the text between two runs of backticks of equal length. */
function blankSpans(paragraph: string): string {
  if (!paragraph.includes("`")) return paragraph;
  const runs = [...paragraph.matchAll(/\\[\\`]|`+/g)].filter(([run]) => run[0] === "`");
  /** Positions of the runs that are still ahead, by length, the nearest last. */
  const ahead = new Map<number, number[]>();
  for (const run of runs.toReversed()) {
    const positions = ahead.get(run[0].length) ?? [];
    positions.push(run.index);
    ahead.set(run[0].length, positions);
  }
  let out = "";
  let done = 0;
  for (const { 0: run, index } of runs) {
    const positions = ahead.get(run.length)!;
    positions.pop();
    if (index < done) continue;
    while (positions.length > 0 && positions.at(-1)! < done) positions.pop();
    const closing = positions.at(-1);
    if (closing === undefined) continue;
    const end = closing + run.length;
    out += paragraph.slice(done, index) + paragraph.slice(index, end).replace(/[^\n]/g, " ");
    done = end;
  }
  return out + paragraph.slice(done);
}
