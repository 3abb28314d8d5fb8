// Decides which packages of a lock file a command needs, and which of them are missing.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

export const MIN_NODE_VERSION = 24;

/** The packages that adapters/start.ts imports from a clone. A test compares them with its bundle. */
const SERVER_PACKAGES = JSON.parse(
  readFileSync(new URL("server-packages.json", import.meta.url), "utf8"),
);

/**
 * The groups that a command needs: the server's packages and the runtimes that it starts, or with
 * `--all` everything.
 */
export function chooseGroups(flags, nodeVersion = process.versions.node) {
  if (flags.includes("--all") || flags.includes("--bench")) return ["all"];
  const isOld = Number.parseInt(nodeVersion, 10) < MIN_NODE_VERSION;
  // Bun runs the server itself.
  const needsNode = isOld && !flags.includes("--bun");
  return ["server", ...(needsNode ? ["node"] : []), ...(flags.includes("--bun") ? ["bun"] : [])];
}

/** Returns the root's names of a group, or undefined for all of them. */
function namesOf(groups) {
  if (groups.includes("all")) return undefined;
  return groups.flatMap((group) => (group === "server" ? SERVER_PACKAGES : [group]));
}

/**
 * Returns the part of a package.json and its lock file that the groups need. The packages keep
 * their versions and places.
 */
export function selectPackages({ manifest, lock }, groups) {
  const names = namesOf(groups);
  if (!names) return { manifest, lock };
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  const dependencies = Object.fromEntries(names.map((name) => [name, versions[name]]));
  const missing = names.find((name) => !dependencies[name]);
  if (missing) throw new Error(`package.json doesn't list ${missing}.`);
  const { name, version, overrides, allowScripts } = manifest;
  const packages = { "": { name, version, dependencies } };
  for (const path of closure(lock.packages, names)) packages[path] = lock.packages[path];
  return {
    manifest: { name, version, private: true, dependencies, overrides, allowScripts },
    lock: { ...lock, packages },
  };
}

/** Returns the paths of the packages that the root's packages need, as Node resolves them. */
function closure(packages, names) {
  const found = new Set();
  const waiting = names.map((name) => resolvePackage(packages, "", name));
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    const all = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
    waiting.push(...all.map((name) => resolvePackage(packages, path, name)));
  }
  return [...found].sort();
}

function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("node_modules/") - 1)) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder.lastIndexOf("node_modules/") <= 0) {
      const top = `node_modules/${name}`;
      return packages[top] ? top : undefined;
    }
  }
}

/** Whether npm installs a package of the lock file on this machine. */
export function isForThisMachine({ os, cpu, optional }) {
  const fits = (list, value) =>
    !list ||
    (list.some((item) => item === value || item.startsWith("!")) && !list.includes(`!${value}`));
  return !optional || (fits(os, process.platform) && fits(cpu, process.arch));
}

/**
 * Returns the paths of wanted packages that aren't completely installed. `recorded` lists those
 * that are, as in node_modules/.package-lock.json. A package that npm was writing when it was ended
 * isn't in the list.
 */
export function findMissing(root, wanted, recorded) {
  return Object.entries(wanted)
    .filter(([path, { version, integrity, optional }]) => {
      if (path === "") return false;
      const installed = recorded[path];
      if (!installed) return !optional;
      return (
        installed.version !== version ||
        installed.integrity !== integrity ||
        !existsSync(join(root, path, "package.json"))
      );
    })
    .map(([path]) => path);
}
