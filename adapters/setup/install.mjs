// Installs packages into the node_modules of a folder without deleting what is there, because a
// server may be running from it. npm writes into a staging folder, and complete packages are moved.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { runExclusively } from "./exclusive.mjs";
import { runNpm } from "./npm.mjs";
import { findMissing, selectPackages } from "./plan.mjs";

/** Contains the digest of the installed package-lock.json, and the installed groups. */
const MARK = "node_modules/.set-up";
/** npm's list of the installed packages. */
const RECORD = "node_modules/.package-lock.json";

/**
 * Installs the groups unless they are installed. Exits if npm fails. Returns "installed" if it ran
 * npm, "found" if npm had installed them by itself since the last set-up, and otherwise undefined.
 */
export async function installGroups(root, groups) {
  const project = readProject(root);
  const work = findWork(root, project, groups);
  if (work.missing.length === 0) return work.isMarked ? undefined : "found";
  return runExclusively(root, async (stage) => {
    // Another set-up may have installed them in the meantime.
    const { wanted, allGroups, missing } = findWork(root, project, groups);
    if (missing.length === 0) return undefined;
    writeFileSync(join(stage, "package.json"), JSON.stringify(wanted.manifest));
    writeFileSync(join(stage, "package-lock.json"), JSON.stringify(wanted.lock));
    const result = await runNpm("Installing packages", ["ci"], {
      folder: stage,
      packages: wanted.lock.packages,
    });
    if (!result.isComplete) {
      process.stderr.write(`npm ci failed (${result.code}):\n${result.npmOutput}\n`);
      process.exit(1);
    }
    moveAll({ root, stage, wanted: wanted.lock.packages, known: project.lock.packages });
    writeMark(root, project.digest, allGroups);
    return "installed";
  });
}

/** Installs a package that no lock file lists. Returns whether it is installed then. */
export async function installUnlisted(root, title, name, version) {
  const has = () => readJson(join(root, "node_modules", name, "package.json"))?.version === version;
  if (has()) return true;
  return runExclusively(root, async (stage) => {
    if (has()) return true;
    const { allowScripts } = readJson(join(root, "package.json"));
    const dependencies = { [name]: version };
    writeFileSync(join(stage, "package.json"), JSON.stringify({ dependencies, allowScripts }));
    const { isComplete } = await runNpm(title, ["install"], { folder: stage });
    if (!isComplete) return false;
    const { packages } = readJson(join(stage, RECORD));
    // The package itself comes last, because its presence says that all are there.
    const paths = Object.keys(packages).filter((path) => path !== `node_modules/${name}`);
    for (const path of [...paths, `node_modules/${name}`]) replace(root, stage, path);
    moveLinks(root, stage, paths);
    return true;
  });
}

function readProject(root) {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  return {
    manifest: readJson(join(root, "package.json")),
    lock: JSON.parse(text),
    digest: createHash("sha256").update(text).digest("hex"),
  };
}

/**
 * Compares what is wanted with what is installed. Groups that were installed before stay, and are
 * updated too. Marks an installation that npm has made by itself.
 */
function findWork(root, project, groups) {
  const mark = readJson(join(root, MARK));
  const record = readJson(join(root, RECORD))?.packages ?? {};
  const before = Array.isArray(mark?.groups) ? mark.groups : [];
  const allGroups = [...new Set([...before, ...groups])];
  const wanted = selectPackages(project, allGroups);
  const missing = findMissing(root, wanted.lock.packages, record);
  const isMarked = before.includes("all") || groups.every((group) => before.includes(group));
  if (missing.length === 0 && (!isMarked || mark.lock !== project.digest))
    writeMark(root, project.digest, allGroups);
  return { wanted, allGroups, missing, isMarked };
}

/** Moves the missing and changed packages of the staging folder, and removes unknown ones. */
function moveAll({ root, stage, wanted, known }) {
  const staged = readJson(join(stage, RECORD)).packages;
  const record = readJson(join(root, RECORD))?.packages ?? {};
  const missing = new Set([
    ...findMissing(root, wanted, record),
    ...Object.keys(staged).filter((path) => !record[path]),
  ]);
  const unknown = Object.keys(record).filter((path) => !known[path]);
  // Until the end, the list contains only packages that stay as they are.
  for (const path of [...missing, ...unknown]) delete record[path];
  writeRecord(root, record);
  for (const path of unknown) discard(root, stage, path);
  // A package contains its own node_modules, so it comes before them.
  for (const path of [...missing].sort((a, b) => a.length - b.length)) replace(root, stage, path);
  moveLinks(root, stage, Object.keys(staged));
  writeRecord(root, { ...record, ...staged });
}

/** Moves one package. Does nothing if it moved with the package that contains it. */
function replace(root, stage, path) {
  const source = join(stage, path);
  if (!existsSync(source)) return;
  discard(root, stage, path);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  renameSync(source, join(root, path));
}

function discard(root, stage, path) {
  if (!existsSync(join(root, path))) return;
  const discarded = join(stage, "discarded");
  mkdirSync(discarded, { recursive: true });
  renameSync(join(root, path), join(discarded, String(readdirSync(discarded).length)));
}

/** Moves the links to programs. They are relative. */
function moveLinks(root, stage, paths) {
  const folders = new Set(
    ["node_modules/", ...paths].map((path) =>
      path.slice(0, path.lastIndexOf("node_modules/") + "node_modules/".length),
    ),
  );
  for (const folder of folders) {
    const source = join(stage, folder, ".bin");
    if (!existsSync(source)) continue;
    mkdirSync(join(root, folder, ".bin"), { recursive: true });
    for (const name of readdirSync(source))
      renameSync(join(source, name), join(root, folder, ".bin", name));
  }
}

const writeMark = (root, lock, groups) =>
  writeWhole(join(root, MARK), `${JSON.stringify({ lock, groups })}\n`);

const writeRecord = (root, packages) =>
  writeWhole(
    join(root, RECORD),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }, null, 2),
  );

/** A reader sees the old text or the new one. */
function writeWhole(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** Returns undefined if there is no such file, or if it is damaged. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
