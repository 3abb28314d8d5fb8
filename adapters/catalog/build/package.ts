import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../../runtime/command-line.ts";
import { VERSION } from "../../runtime/version.ts";
import { MANIFEST, type Manifest } from "../format.ts";

const ROOT = new URL("../../../", import.meta.url);

/**
 * Writes a compiled catalog to `target` as the package `@jackfield/catalog`, ready for `npm pack`.
 * Returns `target`. `version` is the server's by default.
 */
export async function packageCatalog(
  folder: string,
  target: string,
  version?: string,
): Promise<string> {
  const manifest = JSON.parse(
    await readFile(join(folder, MANIFEST), "utf8").catch(() => {
      throw new Error(
        `Folder ${folder} contains no catalog. Compile it: ${commandLine("catalog")}`,
      );
    }),
  ) as Manifest;
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const files = manifest.files.filter(({ name }) => name !== "documents.jsonl");
  for (const { name } of files) {
    const file = join(target, manifest.folder, name);
    await mkdir(dirname(file), { recursive: true });
    await cp(join(folder, manifest.folder, name), file);
  }
  await writeFile(
    join(target, MANIFEST),
    `${JSON.stringify({ ...manifest, files }, undefined, 1)}\n`,
  );
  await writeFile(join(target, "README.md"), formatReadme(manifest));
  await cp(fileURLToPath(new URL("LICENSE", ROOT)), join(target, "LICENSE"));
  const packageJson = {
    name: "@jackfield/catalog",
    version: version ?? VERSION,
    description: "Jackfield's app catalog: apps and tools compiled from OpenAPI documents.",
    license: "MIT",
    type: "module",
    exports: {
      "./package.json": "./package.json",
      [`./${MANIFEST}`]: `./${MANIFEST}`,
    },
    files: [MANIFEST, manifest.folder],
  };
  await writeFile(join(target, "package.json"), `${JSON.stringify(packageJson, undefined, 2)}\n`);
  return target;
}

const formatReadme = ({ apps, tools, vendors, folder }: Manifest) => `# @jackfield/catalog

The app catalog of Jackfield: ${apps.toLocaleString("en")} apps from ${vendors.toLocaleString("en")} vendors, with ${tools.toLocaleString("en")} tools.

It contains facts about APIs, compiled from documents in npm packages, with shortened descriptions.
\`${folder}/NOTICE\` lists the source and the license of each document. Each app belongs to its vendor.
`;
