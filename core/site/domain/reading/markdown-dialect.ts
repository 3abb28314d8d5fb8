import type { Dialect } from "./dialect.ts";
import { destination, longestRun } from "./escape-markdown.ts";
import { EMPHASIS, type Run, STRONG } from "./inline.ts";
import { inlineMarkdown } from "./inline-markdown.ts";
import { gridOf, hasHeader } from "./table.ts";

/** GitHub Flavored Markdown. */
export const markdownDialect: Dialect = {
  paragraph: (runs) => inlineMarkdown(runs, "paragraph"),
  heading(level, runs) {
    const text = inlineMarkdown(
      runs.map((run) => ({ ...run, marks: run.marks & ~STRONG })),
      "line",
    );
    // A closing run of # would be taken for decoration.
    return text && `${"#".repeat(level)} ${text.replace(/ (#+)$/, " \\$1")}`;
  },
  term: (runs) => inlineMarkdown(runs.map(strong), "line"),
  code(text, language) {
    const fence = "`".repeat(Math.max(3, longestRun(text, "`") + 1));
    return `${fence}${language}\n${text}\n${fence}`;
  },
  rule: "---",
  table(rows) {
    const grid = gridOf(rows);
    const width = grid.reduce((most, line) => Math.max(most, line.length), 0);
    const header = hasHeader(rows) ? grid.shift()! : [];
    const names = Array.from({ length: width }, (_, x) => header[x] ?? "");
    return [
      line(names),
      line(names.map(() => "---")),
      ...grid.filter((cells) => cells.length > 0).map(line),
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
  noteCall: (label) => `[^${label}]`,
  note: (label) => `[^${label}]: `,
  image(alt, src) {
    const text = alt.replace(/[\\[\]]/g, "\\$&");
    return src === undefined ? text : `![${text}](${destination(src)})`;
  },
  formula: (tex) => `$${tex}$`,
};

/** In bold alone: `***a* b**` is not read alike by all. */
function strong(run: Run): Run {
  return run.kind === "text" ? { ...run, marks: (run.marks & ~EMPHASIS) | STRONG } : run;
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
}
