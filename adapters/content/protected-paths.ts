import { type BigIntStats, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path";

/** A file or folder that must never be served. It need not exist. */
export interface ProtectedPath {
  readonly path: string;
  /** Endings of further files beside it, such as a database's write-ahead log. */
  readonly suffixes?: readonly string[];
}

/** Decides which files of a content folder may be read. Paths passed to it must be real paths. */
export interface PathCheck {
  /** Whether a file or folder is a protected one. */
  matches(root: string, path: string, stats: BigIntStats): boolean;
  /** The same, and whether one of its parent folders up to `root` is a protected one. */
  isProtected(root: string, path: string, stats: BigIntStats): boolean;
}

/** Begins a check. It examines the protected paths after it has begun, never before. */
export type PathGuard = () => PathCheck;

interface Snapshot {
  /** The real paths of protected files without an identity. */
  readonly paths: readonly string[];
  readonly identities: ReadonlySet<string>;
  /** The identities of folders, by path. */
  readonly folders: Map<string, string | undefined>;
  readonly takenAt: number;
}

/**
 * Compares the identities of files, to which symbolic and hard links, bind mounts and names in
 * another case lead, and real paths where a file system has no identities. A protected folder that
 * contains `root` does not protect the files in `root`.
 */
export function createPathGuard(protectedPaths: readonly ProtectedPath[]): PathGuard {
  if (protectedPaths.length === 0)
    return () => ({ matches: () => false, isProtected: () => false });
  let checks = 0;
  let latest: Snapshot | undefined;

  return () => {
    const begun = ++checks;
    // Checks that had begun when a snapshot was taken share it.
    const snapshot = (): Snapshot => {
      if (!latest || latest.takenAt < begun) latest = takeSnapshot(protectedPaths, checks);
      return latest;
    };
    const matches = (root: string, path: string, stats: BigIntStats) =>
      isMatch(snapshot(), root, path, identityOf(stats));
    return {
      matches,
      isProtected: (root, path, stats) =>
        matches(root, path, stats) || hasProtectedParent(snapshot(), root, path),
    };
  };
}

function isMatch(
  { paths, identities }: Snapshot,
  root: string,
  path: string,
  identity: string | undefined,
): boolean {
  if (identity !== undefined && identities.has(identity)) return true;
  return paths.some((each) => hasPrefix(each, path) && hasPrefix(root, each));
}

function hasProtectedParent(
  { identities, folders }: Snapshot,
  root: string,
  path: string,
): boolean {
  for (let at = path; at !== root && hasPrefix(root, at); ) {
    at = dirname(at);
    if (!folders.has(at)) folders.set(at, identityAt(at));
    const identity = folders.get(at);
    if (identity !== undefined && identities.has(identity)) return true;
  }
  return false;
}

function takeSnapshot(protectedPaths: readonly ProtectedPath[], takenAt: number): Snapshot {
  const paths: string[] = [];
  const identities = new Set<string>();
  // A missing file can't be served.
  const add = (path: string): boolean => {
    const stats = statsAt(path);
    if (!stats) return false;
    const identity = identityOf(stats);
    if (identity === undefined) paths.push(followLinks(path));
    else identities.add(identity);
    return true;
  };
  for (const { path, suffixes = [] } of protectedPaths) {
    if (!add(path) || suffixes.length === 0) continue;
    const real = followLinks(path);
    for (const suffix of suffixes) add(real + suffix);
  }
  return { paths, identities, folders: new Map(), takenAt };
}

/** Whether a path is a folder or lies in it, links followed; either may not exist yet. */
export function isInside(folder: string, path: string): boolean {
  const [realFolder, realPath] = [followLinks(folder), followLinks(path)];
  if (hasPrefix(realFolder, realPath)) return true;
  const identity = identityAt(realFolder);
  if (identity === undefined) return false;
  for (let at = realPath; ; at = dirname(at)) {
    if (identityAt(at) === identity) return true;
    if (at === dirname(at)) return false;
  }
}

/** Linux follows as many. */
const MAX_LINKS = 40;

/** The real path of a file, even if it or the target of a link on the way doesn't exist yet. */
export function followLinks(path: string): string {
  try {
    // The native one also gives names the case that they have on disk.
    return realpathSync.native(path);
  } catch {
    return followMissing(path);
  }
}

function followMissing(path: string): string {
  const whole = resolve(path);
  let real = parse(whole).root;
  const steps = stepsOf(whole);
  for (let links = 0; steps.length > 0; ) {
    const step = steps.shift()!;
    const next = step === ".." ? dirname(real) : join(real, step);
    const target = links < MAX_LINKS ? linkTarget(next) : undefined;
    if (target === undefined) {
      real = next;
      continue;
    }
    links += 1;
    if (isAbsolute(target)) real = parse(target).root;
    steps.unshift(...stepsOf(target));
  }
  return real;
}

/** The names in a path. */
const stepsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep === "\\" ? /[\\/]/ : sep)
    .filter((step) => step !== "" && step !== ".");

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const hasPrefix = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

function statsAt(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function identityAt(path: string): string | undefined {
  const stats = statsAt(path);
  return stats && identityOf(stats);
}

/** The same for every path to a file. Undefined if the file system does not number its files. */
export const identityOf = ({ dev, ino }: BigIntStats): string | undefined =>
  ino ? `${dev}:${ino}` : undefined;
