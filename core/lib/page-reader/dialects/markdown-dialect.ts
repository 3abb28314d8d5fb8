import { type Alignment, columnAlignments, hasHeader, toGrid } from "../render/table.ts";
import type { Dialect } from "./dialect.ts";
import { linkDestination, longestRun } from "./escape-markdown.ts";
import { EMPHASIS, type Run, STRONG } from "./inline.ts";
import { inlineMarkdown } from "./inline-markdown.ts";

/** GitHub Flavored Markdown. */
export const markdownDialect: Dialect = {
  paragraph: (runs) => inlineMarkdown(runs, "paragraph"),
  heading(level, runs) {
    const text = inlineMarkdown(
      runs.map((run) => ({ ...run, marks: run.marks & ~STRONG })),
      "line",
    );
    // Markdown ignores a trailing run of # in a heading unless it is escaped.
    return text && `${"#".repeat(level)} ${text.replace(/ (#+)$/, " \\$1")}`;
  },
  term: (runs) => inlineMarkdown(runs.map(toStrong), "line"),
  code(text, language) {
    const fence = "`".repeat(Math.max(3, longestRun(text, "`") + 1));
    return `${fence}${language}\n${text}\n${fence}`;
  },
  rule: "---",
  table(rows) {
    const grid = toGrid(rows);
    const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
    const header = hasHeader(rows) ? grid.shift()! : [];
    const headerCells = Array.from({ length: width }, (_, x) => header[x] ?? "");
    return [
      tableLine(headerCells),
      tableLine(columnAlignments(rows, width).map(delimiterCell)),
      ...grid.filter((cells) => cells.length > 0).map(tableLine),
    ].join("\n");
  },
  cellText: (runs) => inlineMarkdown(runs, "line"),
  cell: (blocks) =>
    blocks.includes("\n")
      ? blocks
          .split("\n")
          .map((text) => text.trim())
          .filter(Boolean)
          .join("<br>")
      : blocks,
  marker(number, isAlternate) {
    if (number === undefined) return isAlternate ? "* " : "- ";
    return isAlternate ? `${number}) ` : `${number}. `;
  },
  quote: "> ",
  admonition: (kind) => `[!${kind}]`,
  source: (url) => `— <${url}>`,
  embed: (label, url) => `[${label.replace(/[\\[\]]/g, "\\$&")}](${linkDestination(url)})`,
  footnoteReference: (label) => `[^${label}]`,
  footnoteMarker: (label) => `[^${label}]: `,
  image(alt, src) {
    const text = alt.replace(/[\\[\]]/g, "\\$&");
    return src === undefined ? text : `![${text}](${linkDestination(src)})`;
  },
  // Markdown allows these tags, and has no mark for them.
  script: (position) => ({ start: `<${position}>`, end: `</${position}>` }),
  formula: (tex, isBlock) => (isBlock ? `$$${tex}$$` : `$${tex}$`),
};

/** Makes a run strong and removes its emphasis because parsers disagree on `***a* b**`. */
function toStrong(run: Run): Run {
  return run.kind === "text" ? { ...run, marks: (run.marks & ~EMPHASIS) | STRONG } : run;
}

/** Left is the default alignment, so it needs no colon. */
function delimiterCell(alignment: Alignment | undefined): string {
  if (alignment === "right") return "---:";
  return alignment === "center" ? ":---:" : "---";
}

function tableLine(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
}
