import { globSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** The most source files of a folder, without tests and what only tests use. */
const MAX_FILES = 20;

/** The folders that may have more files, because each file is an entry of one list. */
const LISTS: Readonly<Record<string, string>> = {
  "adapters/storage/migrations": "Each file is a migration, and none may change.",
  "core/site/documents": "Each file is a document of the site.",
};

function findLargeFolders(files: readonly string[]): string[] {
  const sources = files.filter((file) => !/(\.test|\/testing|[-/]fixture)\.ts$/.test(file));
  return [...Map.groupBy(sources, (file) => posix.dirname(file))]
    .filter(([, inFolder]) => inFolder.length > MAX_FILES)
    .map(([folder]) => folder)
    .sort();
}

describe("a folder of core/ and adapters/", () => {
  const large = findLargeFolders(
    globSync("{core,adapters}/**/*.{ts,mjs}", { cwd: ROOT }).map((file) =>
      file.replaceAll("\\", "/"),
    ),
  );

  test(`has at most ${MAX_FILES} source files`, () => {
    expect(large.filter((folder) => !Object.hasOwn(LISTS, folder))).toEqual([]);
  });

  test("is an exception only while it is larger", () => {
    expect(Object.keys(LISTS).filter((folder) => !large.includes(folder))).toEqual([]);
  });

  test("is found if it has one file more", () => {
    const list = (count: number) => Array.from({ length: count }, (_, at) => `core/lib/a/${at}.ts`);
    expect(findLargeFolders([...list(MAX_FILES), "core/lib/a/a.test.ts"])).toEqual([]);
    expect(findLargeFolders(list(MAX_FILES + 1))).toEqual(["core/lib/a"]);
  });
});
