import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEnvironment } from "./dot-env.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("readEnvironment()", () => {
  test("merges a .env file into the environment, which takes precedence", () => {
    writeFileSync(join(folder, ".env"), 'SITE_NAME="My shop" # its name\nexport SITE_PORT=80\n');
    expect(readEnvironment(join(folder, ".env"), { SITE_PORT: "81" })).toEqual({
      environment: { SITE_NAME: "My shop", SITE_PORT: "81" },
    });
    expect(readEnvironment(join(folder, "none"), { SITE_PORT: "81" })).toEqual({
      environment: { SITE_PORT: "81" },
    });
    expect(readEnvironment(folder, {})).toEqual({
      error: `The file ${folder} can't be read (EISDIR).`,
    });
  });
});
