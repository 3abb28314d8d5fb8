import { type BigIntStats, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path";

/** A file or folder that must never be served. It need not exist. */
export interface ProtectedPath {
  readonly path: string;
  /** Suffixes of other files beside it, such as a database's write-ahead log. */
  readonly suffixes?: readonly string[];
}

/** Decides which files of a content folder may be read. Paths passed to it must be real paths. */
export interface PathCheck {
  /** Returns whether a file or folder is protected itself. */
  matches(root: string, path: string, stats: BigIntStats): boolean;
  /** Returns whether a file or folder, or one of its parent folders up to `root`, is protected. */
  isProtected(root: string, path: string, stats: BigIntStats): boolean;
}

/** Starts a check, which examines the protected paths as they are after its start. */
export type PathGuard = () => PathCheck;

interface Snapshot {
  /** The real paths of protected files whose file system has no identities. */
  readonly paths: readonly string[];
  readonly identities: ReadonlySet<string>;
  /** A cache of the identities of parent folders, by path. */
  readonly folders: Map<string, string | undefined>;
  readonly takenAt: number;
}

/**
 * Creates a guard that compares files by identity, which covers symbolic links, hard links, bind
 * mounts and names in another case. It compares real paths if a file system has no identities. A
 * protected folder that contains `root` does not protect the files in `root`.
 */
export function createPathGuard(protectedPaths: readonly ProtectedPath[]): PathGuard {
  if (protectedPaths.length === 0)
    return () => ({ matches: () => false, isProtected: () => false });
  let checks = 0;
  let latest: Snapshot | undefined;

  return () => {
    checks += 1;
    const startedAt = checks;
    // Checks that started before a snapshot was taken share it.
    const snapshot = (): Snapshot => {
      if (!latest || latest.takenAt < startedAt) latest = takeSnapshot(protectedPaths, checks);
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
    const stats = readStats(path);
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

/**
 * Returns whether a path is a folder or lies in it, after following links. Neither needs to exist
 * yet.
 */
export function isInside(folder: string, path: string): boolean {
  const realFolder = followLinks(folder);
  const realPath = followLinks(path);
  if (hasPrefix(realFolder, realPath)) return true;
  const identity = identityAt(realFolder);
  if (identity === undefined) return false;
  for (let at = realPath; ; at = dirname(at)) {
    if (identityAt(at) === identity) return true;
    if (at === dirname(at)) return false;
  }
}

/** The limit of Linux. */
const MAX_LINKS = 40;

/**
 * Returns the real path of a file, even if it or the target of a link in its path doesn't exist
 * yet.
 */
export function followLinks(path: string): string {
  try {
    // The native function also returns names in their case on disk.
    return realpathSync.native(path);
  } catch {
    return followMissing(path);
  }
}

function followMissing(path: string): string {
  const whole = resolve(path);
  let real = parse(whole).root;
  const segments = splitPath(whole);
  for (let links = 0; ; ) {
    const segment = segments.shift();
    if (segment === undefined) return real;
    const next = segment === ".." ? dirname(real) : join(real, segment);
    const target = links < MAX_LINKS ? readLinkTarget(next) : undefined;
    if (target === undefined) {
      real = next;
      continue;
    }
    links += 1;
    if (isAbsolute(target)) real = parse(target).root;
    segments.unshift(...splitPath(target));
  }
}

const splitPath = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep === "\\" ? /[\\/]/ : sep)
    .filter((segment) => segment !== "" && segment !== ".");

function readLinkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const hasPrefix = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

function readStats(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function identityAt(path: string): string | undefined {
  const stats = readStats(path);
  return stats && identityOf(stats);
}

/**
 * Returns an identity that all paths to a file share, or `undefined` if the file system has no
 * inode numbers.
 */
export const identityOf = ({ dev, ino }: BigIntStats): string | undefined =>
  ino ? `${dev}:${ino}` : undefined;
