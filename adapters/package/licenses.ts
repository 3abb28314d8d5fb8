import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { requireKnownLicense } from "./license-names.ts";

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** A package that the bundle contains, or that npm installs with it. */
export interface PackageNotice {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The URL of its source. */
  readonly source: string;
  /** The SHA-512 of its archive, in the registry's format. */
  readonly integrity: string | undefined;
  readonly isBundled: boolean;
}

interface LockEntry {
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/**
 * Describes the packages that contain the modules of the bundle, and those that npm installs with
 * it. Throws if a license is missing or unknown.
 */
export function collectPackages(root: string, modules: readonly string[]): PackageNotice[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  const bundled = bundledFolders(modules);
  const installed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path]) => join(root, path));
  return [...new Set([...bundled, ...installed])]
    .map((folder): PackageNotice => {
      const { name, version, license, repository, homepage } = readPackageJson(folder);
      requireKnownLicense(license, `${name} ${version}`);
      const path = relative(root, folder).replaceAll("\\", "/");
      return {
        name,
        version,
        license,
        source: sourceUrl(repository) ?? homepage ?? `https://www.npmjs.com/package/${name}`,
        integrity: packages[path]?.integrity,
        isBundled: bundled.has(folder),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Writes the license texts of the packages that contain the modules. */
export function writeLicenses(modules: readonly string[], file: string): void {
  const sections = [...bundledFolders(modules)].map(readLicense).sort();
  writeFileSync(file, `The bundle contains these packages.\n\n${sections.join("\n\n")}\n`);
}

const bundledFolders = (modules: readonly string[]): Set<string> =>
  new Set(modules.flatMap((module) => PACKAGE_FOLDER.exec(module)?.[0] ?? []));

function readPackageJson(folder: string) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license: string;
    repository?: string | { readonly url?: string };
    homepage?: string;
  };
}

/** Returns the https URL of a repository in the forms that package.json allows. */
function sourceUrl(repository: string | { readonly url?: string } | undefined): string | undefined {
  const text = typeof repository === "string" ? repository : repository?.url;
  if (!text) return undefined;
  const shorthand = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text)?.[1];
  if (shorthand) return `https://github.com/${shorthand}`;
  const url = text
    .replace(/^git\+/, "")
    .replace(/^(git|ssh):\/\/(git@)?/, "https://")
    .replace(/^git@([^:]+):/, "https://$1/")
    .replace(/\.git$/, "");
  return URL.canParse(url) ? url : undefined;
}

function readLicense(folder: string): string {
  const { name, version, license } = readPackageJson(folder);
  const files = readdirSync(folder);
  const file = files.find((each) => /^licen[cs]e/i.test(each));
  const readme = files.find((each) => /^readme/i.test(each));
  const text = file
    ? readFileSync(join(folder, file), "utf8").trim()
    : readme && findLicenseSection(readFileSync(join(folder, readme), "utf8"));
  if (!text) throw new Error(`${folder} contains no license.`);
  return `## ${name} ${version} (${license})\n\n${text}`;
}

/** Returns the text below the heading "License" of a README, for packages without another file. */
const findLicenseSection = (text: string): string | undefined =>
  /^#+ *licen[cs]e *$([^#]+)/im.exec(text)?.[1]?.trim();
