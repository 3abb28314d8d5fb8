import { VERSION } from "../runtime/version.ts";
import type { PackageNotice } from "./licenses.ts";
import { MATERIALS } from "./materials.ts";

const ROOT_REFERENCE = `pkg:npm/jackfield@${VERSION}`;

/**
 * Formats a software bill of materials in CycloneDX 1.6. It has no time and no serial number, so
 * that equal packages have equal documents.
 */
export function formatSbom(packages: readonly PackageNotice[]): string {
  const components = packages.map(({ name, version, license, source, integrity }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const [, scope, localName = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    return {
      type: "library",
      "bom-ref": purl,
      ...(scope && { group: scope }),
      name: localName,
      version,
      ...(integrity?.startsWith("sha512-") && {
        hashes: [
          {
            alg: "SHA-512",
            content: Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex"),
          },
        ],
      }),
      licenses: toLicenses(license),
      purl,
      externalReferences: [{ type: "website", url: source }],
    };
  });
  const data = MATERIALS.map(({ name, license, source }) => ({
    type: "data",
    "bom-ref": `material:${name}`,
    name,
    description: source,
    licenses: toLicenses(license),
  }));
  const all = [...components, ...data];
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": ROOT_REFERENCE,
        name: "jackfield",
        version: VERSION,
        licenses: toLicenses("MIT"),
        purl: ROOT_REFERENCE,
      },
    },
    components: all,
    dependencies: [
      { ref: ROOT_REFERENCE, dependsOn: all.map((component) => component["bom-ref"]) },
    ],
  };
  return `${JSON.stringify(sbom, undefined, 2)}\n`;
}

const toLicenses = (expression: string) =>
  /\s/.test(expression) ? [{ expression }] : [{ license: { id: expression } }];
