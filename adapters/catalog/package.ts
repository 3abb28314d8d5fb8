import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MANIFEST, type Manifest } from "./format.ts";

const ROOT = new URL("../../", import.meta.url);

/** Puts a compiled catalog into a folder as the package `@jackfield/catalog`, for `npm pack`; gives the folder. By default of the server's own version. */
export async function packageCatalog(
  folder: string,
  target: string,
  version?: string,
): Promise<string> {
  const manifest = JSON.parse(
    await readFile(join(folder, MANIFEST), "utf8").catch(() => {
      throw new Error(`There is no catalog in ${folder}: npm run catalog compiles one.`);
    }),
  ) as Manifest;
  const ownPackage = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8")) as {
    version: string;
  };
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
    `${JSON.stringify({ ...manifest, files: files }, undefined, 1)}\n`,
  );
  await writeFile(join(target, "README.md"), formatReadme(manifest));
  await cp(fileURLToPath(new URL("LICENSE", ROOT)), join(target, "LICENSE"));
  const packageJson = {
    name: "@jackfield/catalog",
    version: version ?? ownPackage.version,
    description:
      "The apps and tools that Jackfield's platform finds and runs, compiled from OpenAPI documents.",
    license: "MIT",
    type: "module",
    exports: {
      "./package.json": "./package.json",
      [`../catalog/${MANIFEST}`]: `../catalog/${MANIFEST}`,
    },
    files: [MANIFEST, manifest.folder],
  };
  await writeFile(join(target, "package.json"), `${JSON.stringify(packageJson, undefined, 2)}\n`);
  return target;
}

const formatReadme = ({ apps, tools, vendors, folder }: Manifest) => `# @jackfield/catalog

${apps.toLocaleString("en")} apps of ${vendors.toLocaleString("en")} vendors, with ${tools.toLocaleString("en")} tools, as Jackfield's platform reads them. Facts about
interfaces, compiled from documents that npm packages ship, with descriptions cut short; ${folder}/NOTICE says
whose document each is, and under which license. Each app belongs to its vendor.
`;
