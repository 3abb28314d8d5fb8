/** Formats and checks Python code with ruff. */
import { type Diagnostic, PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";

const workspace = new Workspace(
  {
    "line-length": 100,
    "target-version": "py310",
    lint: {
      select: ["B", "C4", "E", "F", "I", "PYI", "RUF", "UP", "W"],
      // Self needs Python 3.11. The check of the version is for users of older ones.
      ignore: ["PYI019", "PYI034", "UP036"],
    },
  },
  PositionEncoding.Utf16,
);

/** Sorts the imports and formats the code. */
export const formatPython = (code: string): string => workspace.format(sortImports(code));

/** Returns what ruff finds, each as "line: code message". */
export const checkPython = (code: string): string[] =>
  diagnose(code).map(
    ({ start_location, code: rule, message }) => `${start_location.row}: ${rule} ${message}`,
  );

const diagnose = (code: string) => workspace.check(code) as Diagnostic[];

const SORTING = new Set(["I001", "RUF022"]);

/** Applies ruff's own fixes, from the end, so that the earlier places stay right. */
function sortImports(code: string): string {
  const edits = diagnose(code)
    .filter((diagnostic) => SORTING.has(diagnostic.code ?? ""))
    .flatMap(({ fix }) => fix?.edits ?? [])
    .map(({ content, location, end_location }) => ({
      content: content ?? "",
      start: toIndex(code, location),
      end: toIndex(code, end_location),
    }))
    .sort((a, b) => b.start - a.start);
  return edits.reduce(
    (text, { content, start, end }) => text.slice(0, start) + content + text.slice(end),
    code,
  );
}

function toIndex(code: string, { row, column }: { row: number; column: number }): number {
  const lines = code.split("\n").slice(0, row - 1);
  return lines.reduce((length, line) => length + line.length + 1, column - 1);
}
