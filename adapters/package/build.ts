/** Writes `dist/`, which `npm pack` publishes: the bundle, its types and the files that it reads. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { collectPackages, writeLicenses } from "./licenses.ts";
import { formatNotice } from "./notice.ts";
import { bundle, copyProgramFiles, PROGRAM_ENTRIES } from "./program-files.ts";
import { formatSbom } from "./sbom.ts";
import { deleteUnusedTypes } from "./types.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
/** The packages that npm installs with this one. The bundle contains all others. */
const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

/** npm shows it. Standard output belongs to `npm pack --json`. */
const showStep = (step: number, title: string): boolean =>
  process.stderr.write(`Building the package, step ${step} of 3: ${title}\n`);

showStep(1, "bundling");
rmSync(DIST, { recursive: true, force: true });
const modules = await bundle({
  root: ROOT,
  dist: DIST,
  entries: [...PROGRAM_ENTRIES, "core/index", "core/site"],
  external: Object.keys(dependencies),
});

showStep(2, "compiling the types");
execFileSync(
  process.execPath,
  [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", import.meta.dirname],
  { stdio: "inherit" },
);
const SCHEMAS = ["account", "platform", "site"].map((name) => `generated/${name}/schema.d.ts`);
// tsc doesn't copy declaration files.
for (const path of SCHEMAS) cpSync(join(ROOT, path), join(DIST, path));
deleteUnusedTypes(
  DIST,
  ["core/index.d.ts", "core/site.d.ts", ...SCHEMAS].map((path) => join(DIST, path)),
);

showStep(3, "copying files and licenses");
copyProgramFiles(ROOT, DIST);
const packages = collectPackages(ROOT, modules);
writeLicenses(modules, join(DIST, "THIRD-PARTY-LICENSES"));
writeFileSync(join(DIST, "NOTICE.md"), formatNotice(packages));
writeFileSync(join(DIST, "sbom.cdx.json"), formatSbom(packages));
chmodSync(join(DIST, "adapters/start.js"), 0o755);
