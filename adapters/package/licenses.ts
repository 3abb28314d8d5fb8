import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** Writes the names, versions and licenses of the packages that contain the modules. */
export function writeLicenses(modules: readonly string[], file: string): void {
  const folders = new Set(modules.flatMap((module) => PACKAGE_FOLDER.exec(module)?.[0] ?? []));
  const sections = [...folders].map(readLicense).sort();
  writeFileSync(file, `The bundle contains these packages.\n\n${sections.join("\n\n")}\n`);
}

function readLicense(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license: string };
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${folder} contains no license.`);
  const text = readFileSync(join(folder, file), "utf8").trim();
  return `## ${name} ${version} (${license})\n\n${text}`;
}
