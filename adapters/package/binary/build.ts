/**
 * Writes a program of one file for this machine's operating system and processor, which needs no
 * runtime and no packages. Usage: npm run binary -- [FILE]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { collectPackages, writeLicenses } from "../licenses.ts";
import { formatNotice } from "../notice.ts";
import { bundle, copyProgramFiles, PROGRAM_ENTRIES } from "../program-files.ts";
import { packFolder } from "./archive.ts";

const ROOT = join(import.meta.dirname, "../../..");
const target = resolve(process.argv[2] ?? "jackfield");
const work = mkdtempSync(join(tmpdir(), "jackfield-binary-"));
try {
  const dist = join(work, "dist");
  const modules = await bundle({
    root: ROOT,
    dist,
    entries: PROGRAM_ENTRIES,
    // An optional dependency of pg that isn't installed.
    external: ["pg-native"],
  });
  copyProgramFiles(ROOT, dist);
  writeLicenses(modules, join(dist, "THIRD-PARTY-LICENSES"));
  writeFileSync(join(dist, "NOTICE.md"), formatNotice(collectPackages(ROOT, modules)));
  writeFileSync(join(dist, "package.json"), '{ "type": "module" }\n');
  const archive = join(work, "program.bin");
  writeFileSync(archive, packFolder(dist));
  const entry = join(import.meta.dirname, "entry.ts");
  execFileSync(
    join(ROOT, "node_modules/.bin/bun"),
    // Without the second flag the program would read a bunfig.toml and a .env file by itself.
    [
      "build",
      "--compile",
      "--no-compile-autoload-dotenv",
      "--no-compile-autoload-bunfig",
      entry,
      archive,
      "--outfile",
      target,
    ],
    { cwd: work, stdio: ["ignore", "ignore", "inherit"] },
  );
  console.log(`Wrote ${target} (${Math.round(statSync(target).size / 1e6)} MB).`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
