import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDenoPermissions } from "./start-deno.ts";

describe("createDenoPermissions()", () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "jackfield-")));
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "link"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const findPaths = (name: string, variables: Record<string, string>): string[] =>
    createDenoPermissions(variables)
      .find((flag) => flag.startsWith(`--allow-${name}=`))!
      .replace(/^[^=]*=/, "")
      .split(/(?<!,),(?!,)/);

  it("allows to write only the data, the catalog and the compile cache", () => {
    const written = findPaths("write", { DATA_DIR: "/srv/data", CATALOG_DIR: "/srv/catalog" });
    expect(written.filter((path) => path.startsWith("/srv"))).toEqual([
      "/srv/data",
      "/srv/catalog",
    ]);
    expect(written.filter((path) => !path.startsWith("/srv"))).toEqual([
      expect.stringMatching(/node_modules\/\.cache$/),
    ]);
  });

  it("allows to read the files that settings name, and not URLs", () => {
    const read = findPaths("read", {
      SITE_CONTENT: "/srv/pages",
      SITE_PRODUCTS: "/srv/a,b.json",
      DATABASE_URL: "postgres://db.example/shop?sslrootcert=/etc/ca.pem",
    });
    expect(read).toEqual(expect.arrayContaining(["/srv/pages", "/srv/a,,b.json", "/etc/ca.pem"]));
    expect(findPaths("read", { SITE_CONTENT: "https://a.example/" }).join()).not.toContain("https");
  });

  it("allows where links lead, even if the folder doesn't exist yet", () => {
    expect(findPaths("write", { DATA_DIR: join(folder, "link/data") })).toContain(
      join(folder, "real/data"),
    );
  });

  it("allows no processes and no foreign code", () => {
    expect(createDenoPermissions({}).join(" ")).not.toMatch(/--allow-(all|run|ffi|sys|import)/);
  });
});
