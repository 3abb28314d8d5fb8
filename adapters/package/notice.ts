import { VERSION } from "../runtime/version.ts";
import type { PackageNotice } from "./licenses.ts";
import { DOWNLOADS, MATERIALS, type Material } from "./materials.ts";

/** Formats NOTICE.md: everything in the package that others made, with license and source. */
export function formatNotice(packages: readonly PackageNotice[]): string {
  const packageTable = (isBundled: boolean) =>
    formatTable(
      ["Package", "Version", "License", "Source"],
      packages
        .filter((each) => each.isBundled === isBundled)
        .map(({ name, version, license, source }) => [name, version, license, source]),
    );
  const materialTable = (materials: readonly Omit<Material, "paths">[]) =>
    formatTable(
      ["Material", "License", "Source"],
      materials.map(({ name, license, source }) => [name, license, source]),
    );
  return `# Notice

Jackfield ${VERSION} is licensed under MIT. It contains the work of others, listed here with license and source.

## Packages in the bundle

\`THIRD-PARTY-LICENSES\` has the texts of these licenses.

${packageTable(true)}

## Packages that npm installs with it

${packageTable(false)}

## Data, vectors, pictures and texts

${materialTable(MATERIALS)}

## Downloads

The package doesn't contain these documents. The first start downloads them to compile the app catalog. The compiled catalog lists the license of each document in \`NOTICE\`.

${materialTable(DOWNLOADS)}
`;
}

const formatTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
