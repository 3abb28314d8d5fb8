import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderContent } from "./folder.ts";
import { followLinks, isInside, type ProtectedPath } from "./protected-paths.ts";

let base: string;
let site: string;
const put = (file: string, text = "<title>Secret</title>") => {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
};

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "jackfield-")));
  site = join(base, "site");
  put(join(site, "index.html"), "<title>Home</title>");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("folderContent with protected paths", () => {
  const at = (...protectedPaths: (string | ProtectedPath)[]) =>
    folderContent(site, {
      freshSeconds: 0,
      protectedPaths: protectedPaths.map((each) =>
        typeof each === "string" ? { path: each } : each,
      ),
    });
  const paths = async (content: ReturnType<typeof at>) =>
    (await content.listPages()).map(({ path }) => path);

  test("neither finds nor lists files in a protected folder", async () => {
    const secrets = [
      "jackfield.db",
      "jackfield.db-wal",
      "secrets-key.json",
      "signing-keys.json",
      "page.html",
    ];
    for (const name of secrets) put(join(site, "data", name));
    put(join(site, "data/deep/er/page.html"));
    put(join(site, "database.html"), "<title>Databases</title>");
    const content = at(join(site, "data"));

    for (const name of [...secrets, "", "page", "deep/er/page.html"]) {
      expect(await content.find(`/data/${name}`)).toBeUndefined();
    }
    expect(await content.find("/database.html")).toBeDefined();
    expect(await paths(content)).toEqual(["/", "/database.html"]);
  });

  test("neither finds nor lists a protected file, by any name that leads to it", async () => {
    put(join(site, "keys.html"));
    put(join(site, "sub/index.html"));
    symlinkSync("keys.html", join(site, "link.html"));
    linkSync(join(site, "keys.html"), join(site, "hard.html"));
    const content = at(join(site, "keys.html"), join(site, "sub/index.html"));

    for (const path of ["/keys.html", "/keys", "/link.html", "/hard.html", "/sub", "/sub/"]) {
      expect(await content.find(path)).toBeUndefined();
    }
    expect(await paths(content)).toEqual(["/"]);
  });

  test("protects a database's log files beside the target of a link", async () => {
    put(join(site, "real.sqlite"));
    put(join(site, "real.sqlite-wal"));
    put(join(base, "data/other"));
    symlinkSync(join(site, "real.sqlite"), join(base, "data/jackfield.db"));
    const content = at({ path: join(base, "data/jackfield.db"), suffixes: ["-wal", "-shm"] });

    expect(await content.find("/real.sqlite")).toBeUndefined();
    expect(await content.find("/real.sqlite-wal")).toBeUndefined();
  });

  test("does not follow links inside the folder to a protected one", async () => {
    put(join(site, "data/key.html"));
    symlinkSync("data", join(site, "public"));
    symlinkSync("data/key.html", join(site, "page.html"));
    const content = at(join(site, "data"));

    expect(await content.find("/public/key.html")).toBeUndefined();
    expect(await content.find("/page.html")).toBeUndefined();
    expect(await content.find("/page")).toBeUndefined();
  });

  test("protects a folder that is created later behind a link", async () => {
    symlinkSync(site, join(base, "elsewhere"));
    const data = join(base, "elsewhere/data");
    const content = at(data);
    expect(await paths(content)).toEqual(["/"]);

    put(join(data, "key.html"));
    expect(await content.find("/data/key.html")).toBeUndefined();
    expect(await content.listPages()).toHaveLength(1);
  });

  test("protects the target that a protected path has at the time of the read", async () => {
    const products = join(base, "products.html");
    put(products);
    put(join(site, "sale.html"), "<title>Sale</title>");
    const content = at(products);
    expect(await content.find("/sale.html")).toBeDefined();
    expect(await paths(content)).toEqual(["/", "/sale.html"]);

    rmSync(products);
    symlinkSync(join(site, "sale.html"), products);
    expect(await content.find("/sale.html")).toBeUndefined();
    await expect.poll(() => paths(content)).toEqual(["/"]);
  });

  test("does not read a file that was replaced by a link after it was found", async () => {
    put(join(site, "data/key.html"), "SECRET");
    put(join(site, "page.html"), "public");
    const content = at(join(site, "data"));
    const page = (await content.find("/page.html"))!;
    rmSync(join(site, "page.html"));
    symlinkSync("data/key.html", join(site, "page.html"));

    await expect(page.bytes()).rejects.toMatchObject({ code: "unavailable" });
    await expect(new Response(page.stream()).text()).rejects.toBeDefined();
  });

  test("doesn't read a protected sitemap.xml", async () => {
    put(join(site, "data/key.html"));
    put(
      join(site, "data/list"),
      "<urlset><url><loc>https://shop.example/gone</loc></url></urlset>",
    );
    symlinkSync("data/list", join(site, "sitemap.xml"));
    const messages: string[] = [];
    await folderContent(site, {
      protectedPaths: [{ path: join(site, "data") }],
      warn: (message) => messages.push(message),
    }).listPages();
    expect(messages).toEqual([]);
  });

  test("serves nothing if the folder itself is protected", async () => {
    const content = at(site);
    expect(await content.find("/")).toBeUndefined();
    expect(await paths(content)).toEqual([]);
  });

  test("serves a folder inside a protected one, but no link out of it", async () => {
    put(join(base, "secrets-key.json"));
    symlinkSync("../secrets-key.json", join(site, "key.json"));
    const content = at(base);
    expect(await content.find("/")).toBeDefined();
    expect(await content.find("/key.json")).toBeUndefined();
    expect(await paths(content)).toEqual(["/"]);
  });

  test("protects the new target of a link after it has changed", async () => {
    put(join(base, "next/index.html"));
    put(join(base, "next/data/key.html"));
    put(join(base, "data/key.html"));
    const current = join(base, "current");
    symlinkSync(site, current);
    const content = folderContent(current, { protectedPaths: [{ path: join(base, "next/data") }] });
    expect(await content.find("/data/key.html")).toBeUndefined();

    symlinkSync(join(base, "next"), `${current}-next`);
    renameSync(`${current}-next`, current);
    expect(await content.find("/")).toBeDefined();
    expect(await content.find("/data/key.html")).toBeUndefined();
  });
});

describe("followLinks", () => {
  test("returns the path that a file will have once it exists", () => {
    symlinkSync(site, join(base, "link"));
    symlinkSync("../site/later", join(base, "link/dangling"));
    expect(followLinks(join(base, "link/a/b"))).toBe(join(site, "a/b"));
    expect(followLinks(join(base, "link/dangling/c"))).toBe(join(site, "later/c"));
    expect(followLinks(join(base, "none/a"))).toBe(join(base, "none/a"));
  });

  test("terminates for circular links", () => {
    symlinkSync("b", join(base, "a"));
    symlinkSync("a", join(base, "b"));
    expect(followLinks(join(base, "a/c"))).toContain(base);
  });
});

describe("isInside", () => {
  test.each([
    ["site", "site", true],
    ["site", "site/data", true],
    ["site", "site/../site/data/not/yet", true],
    ["site", "link/data", true],
    ["link", "site/data", true],
    ["site", "sites/data", false],
    ["site", "site/../data", false],
    ["site/data", "site", false],
    ["site", "dangling", true],
  ])("for the folder %s and the path %s returns %s", (folder, path, expected) => {
    symlinkSync(site, join(base, "link"));
    symlinkSync("site/later/data", join(base, "dangling"));
    expect(isInside(join(base, folder), `${base}/${path}`)).toBe(expected);
  });

  test("ignores case if the file system does", () => {
    const isCaseSensitive = !existsSync(join(base, "SITE"));
    expect(isInside(site, join(base, "SITE/data"))).toBe(!isCaseSensitive);
  });
});
