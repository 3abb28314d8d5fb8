import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseSettings, readSettings } from "./settings.ts";

const PROGRAM = resolve(import.meta.dirname, "../..");
const PRODUCTS = JSON.stringify({
  products: [{ id: "a", title: "A", amount: 100, currency: "EUR" }],
});

let base: string;
let site: string;
let before: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "jackfield-")));
  site = join(base, "site");
  mkdirSync(join(site, "pages"), { recursive: true });
  before = process.cwd();
  process.chdir(base);
});

afterEach(() => {
  process.chdir(before);
  rmSync(base, { recursive: true, force: true });
});

const readErrors = (environment: Record<string, string>) => {
  const settings = readSettings({ SITE_CONTENT: site, ...environment });
  return "errors" in settings ? settings.errors : [];
};

describe("SITE_CONTENT is rejected", () => {
  test("if it contains the default data folder, which does not exist yet", () => {
    expect(readErrors({ SITE_CONTENT: "." })).toEqual([
      `SITE_CONTENT (${base}) contains DATA_DIR (${base}/data), which holds keys. Move one of them: set SITE_CONTENT to a folder that holds only pages, or set DATA_DIR to a folder outside it.`,
    ]);
  });

  test("if it is the data folder", () => {
    expect(readErrors({ DATA_DIR: site })[0]).toMatch(
      /^SITE_CONTENT \(\S+\) is DATA_DIR, which holds keys\. Move one of them/,
    );
  });

  test.each([
    "site/data",
    "site/a/b/c",
    "site/.data",
    "link/data",
    "site/pages/../data",
    "dangling",
  ])("if it contains DATA_DIR=%s", (folder) => {
    symlinkSync(site, "link");
    symlinkSync("site/later", "dangling");
    expect(readErrors({ DATA_DIR: folder })).toHaveLength(1);
    expect(readErrors({ DATA_DIR: folder, SITE_CONTENT: "link" })).toHaveLength(1);
  });

  test("if a link leads to the data folder, with the target of the link", () => {
    mkdirSync("site/data");
    symlinkSync("site/data", "link");
    expect(readErrors({ DATA_DIR: "link" })[0]).toContain(
      `contains DATA_DIR (${base}/link -> ${base}/site/data)`,
    );
  });

  test.each(["jackfield.db", "secrets-key.json", "signing-keys.json"])(
    "if %s is a link into it",
    (name) => {
      mkdirSync("data");
      symlinkSync("../site/file", `data/${name}`);
      expect(readErrors({})).toHaveLength(1);
      expect(readErrors({})[0]).toContain(
        `contains ${name} (${base}/data/${name} -> ${base}/site/file)`,
      );
    },
  );

  test("if it contains the .env file", () => {
    expect(readErrors({ SITE_CONTENT: ".", DATA_DIR: `${dirname(base)}/data` })).toEqual([]);
    writeFileSync(".env", "");
    expect(readErrors({ SITE_CONTENT: ".", DATA_DIR: `${dirname(base)}/data` })[0]).toContain(
      `SITE_CONTENT (${base}) contains the .env file (${base}/.env)`,
    );
  });

  test("if it contains the products file or the target of a link to it", () => {
    writeFileSync("site/products.json", PRODUCTS);
    symlinkSync("site/products.json", "link.json");
    for (const file of ["site/products.json", "link.json"]) {
      expect(readErrors({ SITE_PRODUCTS: file })).toHaveLength(1);
      expect(readErrors({ SITE_PRODUCTS: file })[0]).toContain("contains SITE_PRODUCTS (");
    }
  });

  test("if it contains the app catalog, with the platform on or off", () => {
    for (const PLATFORM of ["on", "off"]) {
      expect(readErrors({ CATALOG_DIR: "site/catalog", PLATFORM })).toHaveLength(1);
      expect(readErrors({ CATALOG_DIR: "site/catalog", PLATFORM })[0]).toContain(
        "contains CATALOG_DIR (",
      );
    }
  });

  test("if it contains the private key in DATABASE_URL", () => {
    const url = "postgres://me:hush@db.example/shop?sslmode=verify-full&sslkey=site/client.key";
    expect(readErrors({ DATABASE_URL: url })).toHaveLength(1);
    expect(readErrors({ DATABASE_URL: url })[0]).toContain(
      `contains the sslkey of DATABASE_URL (${site}/client.key)`,
    );
    expect(readErrors({ DATABASE_URL: url })[0]).not.toContain("hush");
  });

  test.each([PROGRAM, dirname(PROGRAM)])("if it contains the program: %s", (folder) => {
    expect(readErrors({ SITE_CONTENT: folder }).join("\n")).toMatch(/(contains|is) the program/);
  });

  test("with a separate hint", () => {
    expect(parseSettings({ SITE_CONTENT: "." }).errors).toMatchObject([
      {
        name: "SITE_CONTENT",
        message: expect.stringMatching(/which holds keys\.$/),
        hint: expect.stringMatching(/^Move one of them/),
      },
    ]);
  });
});

describe("settings are accepted", () => {
  test.each([
    ["data beside the pages", {}],
    ["data in a folder whose name begins with that of the pages", { DATA_DIR: "sites" }],
    ["pages inside the data folder", { DATA_DIR: "." }],
    ["pages inside the program", { SITE_CONTENT: join(PROGRAM, "adapters/content/demo") }],
    ["the demo shop", { SITE_CONTENT: "" }],
    ["a live site", { SITE_CONTENT: "https://shop.example", DATA_DIR: "site/data" }],
    [
      "an upstream",
      { SITE_CONTENT: "", SITE_ORIGIN: "https://shop.example", DATA_DIR: "site/data" },
    ],
    ["the site off", { SITE: "off", DATA_DIR: "site/data" }],
  ])("with %s", (_, environment) => {
    expect(readErrors(environment)).toEqual([]);
  });
});

test("the demo shop's folder must not contain DATA_DIR either", () => {
  const demo = join(PROGRAM, "adapters/content/demo");
  expect(readErrors({ SITE_CONTENT: "", DATA_DIR: join(demo, "data") })[0]).toContain(
    `The demo shop's folder (${demo}) contains DATA_DIR (`,
  );
});
