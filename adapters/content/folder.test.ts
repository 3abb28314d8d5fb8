import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderContent } from "./folder.ts";

let folder: string;
const writePage = (path: string, text: string) => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  writePage("index.html", "<title>Home</title><meta name=description content='All of it'>");
  writePage("docs/index.md", "# Docs\n");
  writePage("docs/README.md", "# Not shown\n");
  writePage("docs/A guide.html", "<title>Guide</title>");
  writePage("docs/notes.txt", "notes");
  writePage("404.html", "<title>Lost</title>");
  writePage(".env", "SECRET=1");
  writePage(".git/page.html", "<title>Hidden</title>");
  writePage(".well-known/security.txt", "Contact: mailto:a@shop.example");
  writePage("picture.png", "png");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("listPages", () => {
  test("lists HTML and Markdown files by path, with title and description, but no hidden files", async () => {
    const pages = await folderContent(folder).listPages();
    expect(pages).toMatchObject([
      { path: "/", title: "Home", description: "All of it" },
      { path: "/docs/", title: "Docs" },
      { path: "/docs/A%20guide.html", title: "Guide" },
    ]);
    expect(pages).toHaveLength(3);
    expect(pages[0]!.modified).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test("lists only the pages in sitemap.xml, with any host", async () => {
    writePage(
      "sitemap.xml",
      "<urlset><url><loc>https://shop.example/</loc><lastmod>2026-01-02</lastmod></url><url><loc>https://shop.example/gone.html</loc></url></urlset>",
    );
    expect(await folderContent(folder).listPages()).toMatchObject([
      { path: "/", title: "Home", description: "All of it", modified: "2026-01-02T00:00:00.000Z" },
    ]);
  });

  test("returns the headings, text and number of links of each page", async () => {
    writePage("heads.md", "---\nlang: de\n---\n# Heads\n\nBack to [the docs](/docs/).\n");
    const pages = await folderContent(folder).listPages();
    expect(pages.find(({ path }) => path === "/heads.md")).toMatchObject({
      title: "Heads",
      language: "de",
      headings: "Heads",
      text: "Heads\nBack to the docs.",
      linkedFrom: 0,
    });
    expect(pages.find(({ path }) => path === "/docs/")?.linkedFrom).toBe(1);
    const titles = await folderContent(folder, { search: "titles" }).listPages();
    expect(titles.every(({ text }) => text === undefined)).toBe(true);
  });

  test("finds pages by other spellings of their paths in sitemap.xml, and reports unknown URLs", async () => {
    writePage("about.html", "<title>About</title>");
    writePage(
      "sitemap.xml",
      `<urlset>${["/index.html", "/about", "/docs", "/gone"].map((path) => `<url><loc>https://shop.example${path}</loc></url>`).join("")}</urlset>`,
    );
    const warnings: string[] = [];
    const pages = await folderContent(folder, {
      warn: (message) => warnings.push(message),
    }).listPages();
    expect(pages.map(({ path }) => path)).toEqual(["/", "/about.html", "/docs/"]);
    expect(warnings).toEqual([
      "sitemap.xml lists 1 URLs without a page in the folder, such as /gone. They are ignored.",
    ]);
  });

  test("lists all pages if sitemap.xml lists none of them", async () => {
    writePage(
      "sitemap.xml",
      "<urlset><url><loc>https://shop.example/base/a.html</loc></url></urlset>",
    );
    const warnings: string[] = [];
    expect(
      await folderContent(folder, { warn: (message) => warnings.push(message) }).listPages(),
    ).toHaveLength(3);
    expect(warnings[0]).toContain("All pages of the folder are listed instead.");
  });

  test("returns the same list until something changes", async () => {
    const content = folderContent(folder, { freshSeconds: 0 });
    const first = await content.listPages();
    await expect.poll(async () => (await content.listPages()) === first).toBe(true);
    writePage("new.html", "<title>New</title>");
    await expect.poll(async () => (await content.listPages()).length).toBe(4);
    writePage("new.html", "<title>Newer title</title>");
    await expect.poll(async () => (await content.listPages()).at(-1)!.title).toBe("Newer title");
  });

  test("keeps its list when the folder can no longer be read, and is unavailable if it never could", async () => {
    const content = folderContent(folder, { freshSeconds: 0 });
    await content.listPages();
    renameSync(folder, `${folder}-away`);
    for (let at = 0; at < 3; at++) expect(await content.listPages()).toHaveLength(3);
    await expect(folderContent(folder).listPages()).rejects.toMatchObject({ code: "unavailable" });
    rmSync(`${folder}-away`, { recursive: true });
  });
});

describe("find", () => {
  const find = (path: string) => folderContent(folder).find(path);

  test.each([
    ["/", "/", "text/html"],
    ["/index.html", "/index.html", "text/html"],
    ["/docs", "/docs/", "text/markdown; charset=utf-8"],
    ["/docs/", "/docs/", "text/markdown; charset=utf-8"],
    ["/docs/A%20guide.html", "/docs/A%20guide.html", "text/html"],
    ["/docs/A%20guide", "/docs/A%20guide.html", "text/html"],
    ["/docs/notes.txt", "/docs/notes.txt", "text/plain; charset=utf-8"],
    ["/picture.png", "/picture.png", "image/png"],
    ["/.well-known/security.txt", "/.well-known/security.txt", "text/plain; charset=utf-8"],
  ])("finds %s", async (requestPath, path, type) => {
    expect(await find(requestPath)).toMatchObject({ path, type });
  });

  test.each([
    "/none",
    "/docs/none.html",
    "/index.html/",
    "/.env",
    "/.git/page.html",
    "/docs/..%2f.env",
    "/%2e%2e/",
    "/a%00b",
    "/docs/%5c..%5c",
    "/%E0%A4%A",
  ])("finds nothing at %s", async (path) => {
    expect(await find(path)).toBeUndefined();
  });

  test("follows links within the folder, but none that lead outside", async () => {
    symlinkSync(join(folder, "docs/notes.txt"), join(folder, "inside.txt"));
    symlinkSync("/etc/hostname", join(folder, "outside.txt"));
    symlinkSync("/etc", join(folder, "outside"));
    expect(await find("/inside.txt")).toBeDefined();
    expect(await find("/outside.txt")).toBeUndefined();
    expect(await find("/outside/hostname")).toBeUndefined();
  });

  test("returns all or some bytes, and an ETag that changes with them", async () => {
    const notes = (await find("/docs/notes.txt"))!;
    expect(new TextDecoder().decode(await notes.bytes())).toBe("notes");
    expect(await new Response(notes.stream(1, 3)).text()).toBe("ote");
    expect(notes.size).toBe(5);
    writePage("docs/notes.txt", "longer notes");
    expect((await find("/docs/notes.txt"))!.etag).not.toBe(notes.etag);
  });
});
