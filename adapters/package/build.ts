/** Writes `dist/`, which `npm pack` publishes: the bundle, its types and the files that it reads. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { collectPackages, writeLicenses } from "./licenses.ts";
import { requireMaterials } from "./materials.ts";
import { formatNotice } from "./notice.ts";
import { formatSbom } from "./sbom.ts";
import { sourcePaths } from "./source-paths.ts";
import { deleteUnusedTypes } from "./types.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
const ENTRIES = [
  "adapters/start",
  "adapters/catalog/compile-worker",
  "adapters/content/page-worker",
  "core/index",
  "core/site",
];

/** The packages that npm installs with this one. The bundle contains all others. */
const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};
const installedPackages = Object.keys(dependencies);

rmSync(DIST, { recursive: true, force: true });
const { output } = await build({
  cwd: ROOT,
  input: Object.fromEntries(ENTRIES.map((name) => [name, `${name}.ts`])),
  platform: "node",
  external: (id) => installedPackages.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [sourcePaths(ROOT)],
  output: {
    dir: DIST,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  },
});
const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));

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

for (const path of [
  ...readdirSync(join(ROOT, "adapters/assets"))
    .filter((name) => !name.endsWith(".ts"))
    .map((name) => `adapters/assets/${name}`),
  "adapters/content/demo",
  "adapters/content/docs",
  "adapters/content/demo-products.json",
  "adapters/catalog/names.json",
  "adapters/catalog/overlay",
  "adapters/catalog/vectors.bin",
  "generated/platform/openapi.json",
  "generated/site/openapi.json",
  "LICENSE",
])
  cpSync(join(ROOT, path), join(DIST, path), { recursive: true });
requireMaterials(DIST);
const packages = collectPackages(ROOT, modules);
writeLicenses(modules, join(DIST, "THIRD-PARTY-LICENSES"));
writeFileSync(join(DIST, "NOTICE.md"), formatNotice(packages));
writeFileSync(join(DIST, "sbom.cdx.json"), formatSbom(packages));
chmodSync(join(DIST, "adapters/start.js"), 0o755);
