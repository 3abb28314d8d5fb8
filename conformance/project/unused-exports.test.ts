import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The files whose exports are for others, and for the npm package. */
const PUBLIC = new Set(["core/index.ts", "core/site.ts"]);

/** Stands for all exports of a file. */
const ALL = "*";

interface Module {
  readonly exports: readonly string[];
  /** What the file imports or exports again: the other file, and the name or `ALL`. */
  readonly uses: readonly (readonly [file: string, name: string])[];
}

function readModule(file: string, text: string): Module {
  const exports: string[] = [];
  const uses: [string, string][] = [];
  const use = (specifier: ts.Node | undefined, names: readonly string[]) => {
    if (!specifier || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith(".")) return;
    const from = posix.join(posix.dirname(file), specifier.text.replace(/\.js$/, ".ts"));
    for (const name of names) uses.push([from, name]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) use(node.moduleSpecifier, importedNames(node.importClause));
    else if (ts.isExportDeclaration(node)) {
      const { exportClause: clause, moduleSpecifier } = node;
      const elements = clause && ts.isNamedExports(clause) ? [...clause.elements] : undefined;
      use(
        moduleSpecifier,
        elements?.map(({ propertyName, name }) => (propertyName ?? name).text) ?? [ALL],
      );
      exports.push(...(elements ?? []).map(({ name }) => name.text));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      use(node.arguments[0], [ALL]);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      use(node.argument.literal, [ALL]);
    else if (isExported(node)) exports.push(...declaredNames(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { exports, uses };
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const { name, namedBindings: bindings } = clause ?? {};
  const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  return [
    ...(name ? ["default"] : []),
    ...(bindings && ts.isNamespaceImport(bindings) ? [ALL] : []),
    ...named.map((element) => (element.propertyName ?? element.name).text),
  ];
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function declaredNames(node: ts.Node): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = node as ts.Node & { readonly name?: ts.Node };
  return name ? [name.getText()] : [];
}

/** The exports of core/ and adapters/ that no other file imports. */
function findUnused(sources: ReadonlyMap<string, string>): string[] {
  const modules = new Map([...sources].map(([file, text]) => [file, readModule(file, text)]));
  const used = new Set<string>();
  for (const { uses } of modules.values())
    for (const [from, name] of uses) used.add(`${from} ${name}`);
  return [...modules]
    .filter(([file]) => /^(core|adapters)\//.test(file) && !PUBLIC.has(file))
    .filter(([file]) => !used.has(`${file} ${ALL}`))
    .flatMap(([file, { exports }]) => exports.map((name) => `${file} ${name}`))
    .filter((name) => !used.has(name));
}

describe("each export", () => {
  const files = globSync("{core,adapters,conformance,spec,generated}/**/*.ts", {
    cwd: ROOT,
    exclude: ["**/node_modules"],
  });

  test("of core/ and adapters/ is imported by another file", () => {
    const sources = files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);
    expect(findUnused(new Map(sources))).toEqual([]);
  });

  test("is found if no file imports it", () => {
    const library = "export const used = 1;\nexport interface Unused {}\n";
    const sources = new Map([
      ["core/a.ts", library],
      ["core/b.ts", 'import { used } from "./a.ts";\n'],
    ]);
    expect(findUnused(sources)).toEqual(["core/a.ts Unused"]);
    expect(
      findUnused(
        new Map([
          ["core/a.ts", library],
          ["core/b.ts", 'import * as a from "./a.ts";\n'],
        ]),
      ),
    ).toEqual([]);
  });
});
