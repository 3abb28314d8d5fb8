import process from "node:process";

/** Rows of words as a table for the terminal: the first two columns to the left, figures to the right. */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]!.length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        index < 2 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join("  ")
      .trimEnd();
  return [
    line(titles),
    widths.map((width) => "-".repeat(width)).join("  "),
    ...rows.map(line),
  ].join("\n");
}

/** Shows what is being done: in place on a terminal, a line each elsewhere. An empty text clears it. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
  else if (text) process.stderr.write(`${text}\n`);
}
