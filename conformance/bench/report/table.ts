import process from "node:process";

/**
 * Formats a table for the terminal. The first two columns are left-aligned, the others
 * right-aligned.
 */
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

/**
 * Shows progress on standard error: in place on a terminal, otherwise one line each. An empty text
 * clears it.
 */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
  else if (text) process.stderr.write(`${text}\n`);
}
