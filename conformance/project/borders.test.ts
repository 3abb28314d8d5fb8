import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const LIBRARY = "core/lib/openapi-tools";
const MAX_NAMES = 20;

/** Larger borders with the reason, and the number of names that they may have. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  // The compiler of the catalog runs the steps of a compilation one by one.
  [`${LIBRARY}/compile/index.ts`]: 35,
};

/** Returns the names that a file exports by name from others. */
const readExports = (file: string): readonly string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
    ([, names = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
  );

describe("the border of openapi-tools", () => {
  it.each(globSync(`${LIBRARY}/{,*/}index.ts`, { cwd: ROOT }))("%s exports few names", (file) => {
    const names = readExports(file);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(EXCEPTIONS[file] ?? MAX_NAMES);
  });
});
