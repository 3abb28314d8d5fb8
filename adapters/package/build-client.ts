/**
 * Writes the npm package of the JavaScript client, ready for `npm publish`:
 * `build-client.ts [folder]`, by default `dist/client`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "generated/clients/js");
const target = resolve(process.argv[2] ?? join(ROOT, "dist/client"));

type Exports = string | { readonly [condition: string]: Exports };

/**
 * Replaces the sources in `exports` by what they compile to. A clone exports its sources, so that it
 * installs without a build, for runtimes that run TypeScript.
 */
function toCompiled(value: Exports, condition = ""): Exports {
  if (typeof value !== "string")
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, toCompiled(each, name)]),
    );
  const module = /^\.\/src\/(.+)\.ts$/.exec(value)?.[1];
  if (module === undefined) return value;
  const types = `./dist/${module}.d.ts`;
  return condition === "types" ? types : { types, default: `./dist/${module}.js` };
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const manifest = JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8"));
manifest.exports = toCompiled(manifest.exports);
writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(SOURCE, "README.md"), join(target, "README.md"));
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
