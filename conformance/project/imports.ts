import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** An import of a file. */
export interface Import {
  /** A package with its path, or the path of a file from the repository's root. */
  readonly from: string;
  readonly isPackage: boolean;
  /** Whether the import disappears with the types. */
  readonly isTypeOnly: boolean;
}

/** A source file as the layer rules see it. */
export interface Source {
  readonly file: string;
  readonly imports: readonly Import[];
  /**
   * The identifiers that the file uses, without properties: `process` in `process.env`, not in
   * `options.process`.
   */
  readonly names: ReadonlySet<string>;
  readonly text: string;
}

/** Reads the source files of some folders, without tests and their helpers. */
export function readSources(...rooms: readonly string[]): Source[] {
  const files = rooms.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: ROOT }));
  return files
    .filter((file) => !/\.test\.ts$|\/testing\.ts$|\/demo\//.test(file))
    .sort()
    .map(readSource);
}

function readSource(file: string): Source {
  const text = readFileSync(join(ROOT, file), "utf8");
  return { file, text, ...parseSource(file, text) };
}

/** Parses the imports and identifiers of a text. */
export function parseSource(file: string, text: string): Pick<Source, "imports" | "names"> {
  const imports: Import[] = [];
  const names = new Set<string>();
  const add = (specifier: ts.Expression | undefined, isTypeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const isPackage = !specifier.text.startsWith(".");
    imports.push({
      from: isPackage ? specifier.text : posix.join(posix.dirname(file), specifier.text),
      isPackage,
      isTypeOnly,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, isTypeOnlyClause(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal as ts.Expression, true);
    if (ts.isIdentifier(node) && !isMemberIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { imports, names };
}

function isTypeOnlyClause(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    !!named &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

function isMemberIdentifier(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isPropertyDeclaration(parent)) &&
    parent.name === node
  );
}
