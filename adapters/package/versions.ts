import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a checkout that state the version of a published package or document. */
const SOURCES: Readonly<Record<string, RegExp>> = {
  "package.json": /^ {2}"version": "(.+)"/m,
  "package-lock.json": /^ {2}"version": "(.+)"/m,
  "generated/clients/js/package.json": /^ {2}"version": "(.+)"/m,
  "generated/clients/js/jsr.json": /^ {2}"version": "(.+)"/m,
  "generated/clients/python/pyproject.toml": /^version = "(.+)"/m,
  "generated/clients/python/jackfield/__init__.py": /^__version__ = "(.+)"/m,
  "generated/platform/openapi.json": /^ {4}"version": "(.+)"/m,
  "generated/site/openapi.json": /^ {4}"version": "(.+)"/m,
};

/**
 * Reads the version that each package and OpenAPI document of the checkout at `root` states, by path.
 * It is undefined if a file states none.
 */
export const readVersions = (root: string): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(SOURCES).map(([path, pattern]) => [
      path,
      pattern.exec(readFileSync(join(root, path), "utf8"))?.[1],
    ]),
  );
