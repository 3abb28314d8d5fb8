import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { requireMaterials } from "./materials.ts";
import { sourcePaths } from "./source-paths.ts";

/** The program and the files that it starts as threads. */
export const PROGRAM_ENTRIES = [
  "adapters/start",
  "adapters/catalog/own-apps/compile-worker",
  "adapters/content/page-worker",
];

interface BundleOptions {
  readonly root: string;
  readonly dist: string;
  readonly entries: readonly string[];
  /** The packages that the bundle doesn't contain. */
  readonly external: readonly string[];
  /** Receives the imports of each module. */
  readonly onImport?: (id: string, importer: string) => void;
}

/** Bundles source files. Returns the paths of the bundled modules. */
export async function bundle({
  root,
  dist,
  entries,
  external,
  onImport,
}: BundleOptions): Promise<readonly string[]> {
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, `${name}.ts`])),
    platform: "node",
    external: (id, importer) => {
      if (importer) onImport?.(id, importer);
      return external.some((name) => id === name || id.startsWith(`${name}/`));
    },
    plugins: [sourcePaths(root)],
    output: {
      dir: dist,
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name].js",
    },
  });
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

/** Copies the files that the program reads. Throws if the license of one isn't listed. */
export function copyProgramFiles(root: string, dist: string): void {
  const assets = readdirSync(join(root, "adapters/assets"))
    .filter((name) => !name.endsWith(".ts"))
    .map((name) => `adapters/assets/${name}`);
  for (const path of [
    ...assets,
    "adapters/content/demo",
    "adapters/content/docs",
    "adapters/content/demo-products.json",
    "adapters/catalog/apps",
    "adapters/catalog/aws/clients.json",
    "adapters/catalog/google/uploads.json",
    "adapters/catalog/levels/levels.json",
    "adapters/catalog/names.json",
    "adapters/catalog/shared",
    "adapters/catalog/vectors.bin",
    "generated/platform/openapi.json",
    "generated/site/openapi.json",
    "LICENSE",
  ])
    cpSync(join(root, path), join(dist, path), {
      recursive: true,
      // The bundle contains the code that stands beside an app's files.
      filter: (file) => !file.endsWith(".ts"),
    });
  requireMaterials(dist);
}
