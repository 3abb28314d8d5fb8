import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

/** Deletes the declaration files in `folder` that no entry imports. */
export function deleteUnusedTypes(folder: string, entries: readonly string[]): void {
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const used = new Set(program.getSourceFiles().map(({ fileName }) => resolve(fileName)));
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, path);
    if (file.endsWith(".d.ts") && !used.has(file)) rmSync(file);
  }
}
