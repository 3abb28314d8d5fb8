import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DOCS_FOLDER } from "../../../adapters/content/demo.ts";
import { importSources } from "../client-imports.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The examples of the documentation as files in a folder of their own. */
export interface DocExamples {
  readonly folder: string;
  /** The names that the first line of each example gives it. */
  readonly names: readonly string[];
  /** What an example prints, from the text block after it in the same section. */
  outputOf(name: string): string | undefined;
  remove(): void;
}

/** Writes the named code blocks of documentation pages to files. */
export function writeDocExamples(pages: readonly string[]): DocExamples {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-examples-"));
  const sections = pages.flatMap((page) =>
    readFileSync(join(DOCS_FOLDER, page), "utf8").split(/^(?=## )/m),
  );
  const outputs = new Map<string, string>();
  const blocks = sections.flatMap((section) => {
    const found = [
      ...section.matchAll(/^```(?:ts|python)\n(?:\/\/|#) ([\w.]+)\n([\s\S]*?)^```$/gm),
    ];
    for (const { 0: block, 1: name, index } of found) {
      const output = /^```text\n([\s\S]*?)^```$/m.exec(section.slice(index + block.length))?.[1];
      if (output !== undefined) outputs.set(name!, output);
    }
    return found;
  });
  for (const [, name, code] of blocks) writeFileSync(join(folder, name!), importSources(code!));
  // Packages are found where the project has them.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(ROOT, "tsconfig.json"),
      compilerOptions: {
        noUncheckedIndexedAccess: true,
        types: ["node"],
        moduleDetection: "force",
      },
      include: ["*.ts"],
    }),
  );
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  return {
    folder,
    names: blocks.map(([, name]) => name!),
    outputOf: (name) => outputs.get(name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
