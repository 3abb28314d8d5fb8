/**
 * What the release workflow needs of a tag such as `v1.2.3`:
 *
 * - `release.ts check v1.2.3` fails unless every package and OpenAPI document has the version.
 * - `release.ts notes v1.2.3` writes the version's section of the changelog to standard output.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { extractReleaseNotes } from "./release-notes.ts";
import { readVersions } from "./versions.ts";

const ROOT = join(import.meta.dirname, "../..");
const [task, tag = ""] = process.argv.slice(2);
const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!version) fail(`"${tag}" is not a release tag. Pass one such as v1.2.3.`);
const notes = extractReleaseNotes(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"), version);
if (!notes) fail(`CHANGELOG.md has no section ${version}.`);

if (task === "check") {
  const others = Object.entries(readVersions(ROOT)).filter(([, found]) => found !== version);
  if (others.length > 0)
    fail(
      `Not all files have version ${version}: ${others.map(([path, found]) => `${path} (${found})`).join(", ")}`,
    );
} else if (task === "notes") console.log(notes);
else fail("Usage: release.ts check|notes TAG");
