import ts from "typescript";
import { describe, expect, test } from "vitest";
import { readSources, type Source } from "./imports.ts";

/** The most lines of a function, from its declaration to its last brace. */
const MAX_LINES = 80;

interface LongFunction {
  readonly file: string;
  /** The name of the function, or of the property or constant that holds it. */
  readonly name: string;
  readonly lines: number;
}

/** The functions that may be longer, because they only list the rows of a table. */
const TABLES: readonly (Omit<LongFunction, "lines"> & { readonly reason: string })[] = [];

function findLongFunctions({ file, text }: Pick<Source, "file" | "text">): LongFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: LongFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > MAX_LINES) found.push({ file, name: nameOf(node), lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  const holder = node.parent as ts.Node & { readonly name?: ts.Node };
  return (node.name ?? holder.name)?.getText() ?? "";
}

const isTable = ({ file, name }: LongFunction): boolean =>
  TABLES.some((table) => table.file === file && table.name === name);

describe("a function of core/ and adapters/", () => {
  const long = readSources("core", "adapters").flatMap(findLongFunctions);

  test(`has at most ${MAX_LINES} lines`, () => {
    expect(long.filter((each) => !isTable(each))).toEqual([]);
  });

  test("is an exception only while it is longer", () => {
    const names = new Set(long.map(({ file, name }) => `${file} ${name}`));
    expect(TABLES.filter(({ file, name }) => !names.has(`${file} ${name}`))).toEqual([]);
  });

  test("is found if it has one line more", () => {
    const write = (lines: number) =>
      `export const add = () => {\n${"  count++;\n".repeat(lines - 2)}};\n`;
    expect(findLongFunctions({ file: "a.ts", text: write(MAX_LINES) })).toEqual([]);
    expect(findLongFunctions({ file: "a.ts", text: write(MAX_LINES + 1) })).toEqual([
      { file: "a.ts", name: "add", lines: 81 },
    ]);
  });
});
