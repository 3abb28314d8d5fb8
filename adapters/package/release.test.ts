import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { extractReleaseNotes } from "./release-notes.ts";
import { readVersions } from "./versions.ts";

const ROOT = join(import.meta.dirname, "../..");

const CHANGELOG = `# Changelog

## Unreleased

### Added

- Something new.

## 1.10.0 - 2027-01-02

### Fixed

- The tenth.

## 1.1.0 - 2026-12-01

- The first.
`;

test("finds the release notes of a version", () => {
  expect(extractReleaseNotes(CHANGELOG, "1.10.0")).toBe("### Fixed\n\n- The tenth.");
  expect(extractReleaseNotes(CHANGELOG, "1.1.0")).toBe("- The first.");
});

test("finds no release notes of an unknown version, or of the beginning of one", () => {
  expect(extractReleaseNotes(CHANGELOG, "2.0.0")).toBeUndefined();
  expect(extractReleaseNotes(CHANGELOG, "1.1")).toBeUndefined();
});

test("all packages and OpenAPI documents have one version", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    version: string;
  };
  const versions = readVersions(ROOT);
  expect(versions).toEqual(
    Object.fromEntries(Object.keys(versions).map((path) => [path, version])),
  );
});
