/**
 * Writes the npm package of the JavaScript client, ready for `npm publish`:
 * `build-client.ts [folder]`, by default `dist/client`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "generated/clients/js");
const target = resolve(process.argv[2] ?? join(ROOT, "dist/client"));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const file of ["package.json", "README.md"]) cpSync(join(SOURCE, file), join(target, file));
cpSync(join(ROOT, "LICENSE"), join(target, "LICENSE"));
const config = join(target, "tsconfig.json");
writeFileSync(
  config,
  JSON.stringify({
    compilerOptions: {
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      module: "NodeNext",
      // Only webhooks-node.ts imports a module of a runtime.
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
      strict: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(SOURCE, "src"),
      outDir: join(target, "dist"),
    },
    include: [join(SOURCE, "src")],
  }),
);
execFileSync(
  process.execPath,
  [join(ROOT, "node_modules/typescript/bin/tsc"), "--project", config],
  { stdio: "inherit" },
);
rmSync(config);
