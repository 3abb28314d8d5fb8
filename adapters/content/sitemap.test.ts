import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  indexOf,
  type LiveSite,
  sitemapOf,
  startLiveSite,
} from "../../conformance/ports/content/live-site.ts";
import { outbound } from "../outbound.ts";
import { type LiveContent, type SitemapContentOptions, sitemapContent } from "./sitemap.ts";

let site: LiveSite;
let told: string[];
const open: { close(): void }[] = [];

beforeEach(async () => {
  site = await startLiveSite();
  told = [];
});
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await site.close();
});

const at = (path: string) => site.origin + path;
const serve = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  site.replies.set(path, { body, headers });

function read(path = "/", options: Partial<SitemapContentOptions> = {}): LiveContent {
  const way = outbound({ allow: [site.origin] });
  const content = sitemapContent(new URL(path, site.origin), {
    outbound: way,
    refreshMs: 60_000,
    tell: (sentence) => told.push(sentence),
    ...options,
  });
  open.push(way, content);
  return content;
}
const paths = async (content: LiveContent) => (await content.pages()).map(({ path }) => path);
const textOf = async (content: LiveContent, path: string) =>
  new TextDecoder().decode(await (await content.find(path))!.bytes());

describe("where the list is looked for", () => {
  test("robots.txt first, all that it names", async () => {
    serve(
      "/robots.txt",
      `User-agent: *\nSITEMAP: ${at("/one.xml")}\nSitemap: /two.xml # second\nSitemap: https://other.example/x.xml`,
    );
    serve("/one.xml", sitemapOf([at("/a")]));
    serve("/two.xml", sitemapOf([at("/b"), at("/a")]));
    serve("/sitemap.xml", sitemapOf([at("/c")]));
    expect(await paths(read())).toEqual(["/a", "/b"]);
  });

  test.each(["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/sitemap.xml.gz"])(
    "then %s",
    async (path) => {
      serve(path, path.endsWith("gz") ? gzipSync(sitemapOf([at("/a")])) : sitemapOf([at("/a")]));
      expect(await paths(read())).toEqual(["/a"]);
    },
  );

  test("not in an error page that says 200", async () => {
    serve("/sitemap.xml", "<!doctype html><title>Lost</title>");
    serve("/sitemap_index.xml", indexOf([at("/1.xml")]));
    serve("/1.xml", sitemapOf([at("/a")]));
    expect(await paths(read())).toEqual(["/a"]);
  });

  test("at the address given, and only there", async () => {
    serve("/map.xml?v=1", sitemapOf([at("/a")]));
    expect(await paths(read("/map.xml?v=1"))).toEqual(["/a"]);
    expect(site.asked).toEqual(["GET /map.xml?v=1"]);
    await expect(read("/none.xml").pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("/none.xml is not there (404)"),
    });
  });

  test("and says so where it is nowhere", async () => {
    await expect(read().pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("has no sitemap where one is looked for"),
    });
  });
});

describe("what is listed", () => {
  test("the pages of every file of an index, each once, and none of another site", async () => {
    serve(
      "/sitemap.xml",
      indexOf([at("/1.xml"), at("/2.xml.gz"), at("/1.xml"), "https://other.example/3.xml"]),
    );
    serve(
      "/1.xml",
      sitemapOf([at("/a"), at("/a#b"), "https://other.example/a", at("/p?id=1&x=2")]),
    );
    serve(
      "/2.xml.gz",
      gzipSync(sitemapOf({ [at("/a")]: "2026-01-01", [at("/b")]: "2026-01-02" })),
      { "content-type": "application/gzip" },
    );
    const pages = await read().pages();
    expect(pages.map(({ path }) => path)).toEqual(["/a", "/p?id=1&x=2", "/b"]);
    expect(pages[2]!.modified).toBe("2026-01-02T00:00:00.000Z");
    expect(told).toEqual([
      "2 listed addresses are not the site's, such as https://other.example/3.xml: they are left out.",
    ]);
  });

  test("gzip by Content-Encoding too", async () => {
    serve("/sitemap.xml", gzipSync(sitemapOf([at("/a")])), { "content-encoding": "gzip" });
    expect(await paths(read())).toEqual(["/a"]);
  });

  test("no loop and no index within an index", async () => {
    serve("/sitemap.xml", indexOf([at("/sitemap.xml"), at("/2.xml"), at("/1.xml")]));
    serve("/2.xml", indexOf([at("/sitemap.xml"), at("/2.xml")]));
    serve("/1.xml", sitemapOf([at("/a")]));
    expect(await paths(read())).toEqual(["/a"]);
    expect(told.join()).toContain("/2.xml is an index within an index");
    expect(site.asked).toHaveLength(4);
  });

  test("at most four files are asked for at a time", async () => {
    const files = Array.from({ length: 30 }, (_, number) => `/${number}.xml`);
    serve("/sitemap.xml", indexOf(files.map(at)));
    for (const file of files)
      site.replies.set(file, { body: sitemapOf([at(`${file}.html`)]), wait: 5 });
    expect(await paths(read())).toHaveLength(30);
    expect(site.mostAtOnce()).toBeLessThanOrEqual(4);
  });

  test("no bomb: what unpacks to too much is refused, by either kind of gzip", async () => {
    const bomb = gzipSync(`<urlset>${" ".repeat(3_000_000)}</urlset>`);
    serve("/a.xml", bomb);
    serve("/b.xml", bomb, { "content-encoding": "gzip" });
    await expect(read("/a.xml", { fileBytes: 1_000_000 }).pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("at most 1000000 bytes"),
    });
    await expect(read("/b.xml", { fileBytes: 1_000_000 }).pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("more than 1000000 bytes"),
    });
  });

  test.each([
    ["a DTD", '<!DOCTYPE urlset [<!ENTITY a "b">]><urlset></urlset>'],
    ["half a file", "<urlset><url><loc>"],
    ["broken gzip", gzipSync("<urlset></urlset>").subarray(0, 20)],
  ])("nothing of %s", async (_, body) => {
    serve("/sitemap.xml", body);
    await expect(read("/sitemap.xml").pages()).rejects.toMatchObject({
      code: "unavailable",
      status: 503,
      headers: { "retry-after": "30" },
    });
  });

  test("nothing that another site has: a redirect there is refused", async () => {
    site.replies.set("/sitemap.xml", {
      status: 301,
      headers: { location: "http://localhost:8080/sitemap.xml" },
    });
    await expect(read("/sitemap.xml").pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("redirects to localhost"),
    });
  });

  test("nothing at a private address behind a public name", async () => {
    const way = outbound({ resolve: async () => ["127.0.0.1"] });
    const content = sitemapContent(new URL("http://shop.example/"), { outbound: way });
    open.push(way, content);
    await expect(content.pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("not at a public address"),
    });
  });
});

describe("how the list is kept fresh", () => {
  test("by conditional requests; it is the same array until a file changes", async () => {
    serve("/sitemap.xml", sitemapOf([at("/a")]), { etag: '"1"' });
    const content = read("/sitemap.xml", { refreshMs: 10 });
    const first = await content.pages();
    await expect
      .poll(() => site.asked.filter((line) => line.endsWith(" 304")).length)
      .toBeGreaterThan(2);
    expect(await content.pages()).toBe(first);
    serve("/sitemap.xml", sitemapOf([at("/a")]), { etag: '"2"' });
    await expect.poll(() => site.asked.filter((line) => !line.endsWith(" 304")).length).toBe(2);
    expect(await content.pages()).toBe(first);
    serve("/sitemap.xml", sitemapOf([at("/b")]), { etag: '"3"' });
    await expect.poll(() => paths(content)).toEqual(["/b"]);
  });

  test("the last good one stays while the site fails, and the operator is told once, and again when it is back", async () => {
    serve("/sitemap.xml", sitemapOf([at("/a")]));
    const content = read("/sitemap.xml", { refreshMs: 10, retryMs: 5 });
    await content.pages();
    for (const broken of [{ status: 500 }, { body: "<urlset><url>" }, { status: 404 }]) {
      site.replies.set("/sitemap.xml", broken);
      const before = site.asked.length;
      await expect.poll(() => site.asked.length).toBeGreaterThan(before + 2);
      expect(await paths(content)).toEqual(["/a"]);
    }
    expect(told.filter((line) => line.includes("answers 500"))).toHaveLength(1);
    serve("/sitemap.xml", sitemapOf([at("/b")]));
    await expect.poll(() => paths(content)).toEqual(["/b"]);
    expect(told.at(-1)).toBe(`The pages of ${site.origin} are listed again: 1.`);
  });

  test("a file of an index that fails keeps its pages; one that is gone loses them", async () => {
    serve("/sitemap.xml", indexOf([at("/1.xml"), at("/2.xml")]));
    serve("/1.xml", sitemapOf([at("/a")]));
    serve("/2.xml", sitemapOf([at("/b")]));
    const content = read("/sitemap.xml", { refreshMs: 10 });
    expect(await paths(content)).toEqual(["/a", "/b"]);
    site.replies.set("/2.xml", { status: 503 });
    await expect.poll(() => told.join()).toContain("/2.xml can't be read: ");
    expect(await paths(content)).toEqual(["/a", "/b"]);
    site.replies.delete("/2.xml");
    await expect.poll(() => paths(content)).toEqual(["/a"]);
  });

  test("a site that is down is unavailable until it is up; nobody waits for a slow one for long", async () => {
    serve("/sitemap.xml", sitemapOf([at("/a")]));
    await site.down();
    const content = read("/", { retryMs: 20 });
    await expect(content.pages()).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await site.up();
    await content.whenListed;
    expect(await paths(content)).toEqual(["/a"]);

    site.replies.set("/slow.xml", { wait: Infinity });
    await expect(read("/slow.xml", { waitMs: 50 }).pages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("for the first time"),
    });
  });
});

describe("pages", () => {
  beforeEach(() => void serve("/sitemap.xml", sitemapOf([at("/a"), at("/p?id=1"), at("/docs/")])));

  test("are fetched when asked for, once, and not asked for again for a while", async () => {
    serve("/a", "<title>A</title>", {
      etag: '"a"',
      "last-modified": "Mon, 02 Nov 2026 09:30:00 GMT",
      "content-type": "text/html; charset=iso-8859-1",
    });
    const content = read("/sitemap.xml");
    const all = await Promise.all([
      content.find("/a"),
      content.find("/a"),
      content.find("/a?utm=1"),
    ]);
    await content.find("/a");
    expect(all[0]).toMatchObject({
      path: "/a",
      type: "text/html; charset=iso-8859-1",
      size: 16,
      etag: '"a"',
      modified: "2026-11-02T09:30:00.000Z",
    });
    expect(site.asked).toEqual(["GET /sitemap.xml", "GET /a"]);
  });

  test("are asked for again by ETag once they are no longer fresh", async () => {
    serve("/a", "one", { etag: '"1"' });
    const content = read("/sitemap.xml", { freshMs: 0 });
    expect([await textOf(content, "/a"), await textOf(content, "/a")]).toEqual(["one", "one"]);
    serve("/a", "two", { etag: '"2"' });
    expect(await textOf(content, "/a")).toBe("two");
    expect(site.asked.slice(1)).toEqual(["GET /a", "GET /a 304", "GET /a"]);
  });

  test("are asked for again by Last-Modified where there is no ETag", async () => {
    const date = "Mon, 02 Nov 2026 09:30:00 GMT";
    site.replies.set("/a", ({ headers }) =>
      headers["if-modified-since"] === date
        ? { status: 304 }
        : { body: "one", headers: { "last-modified": date } },
    );
    const content = read("/sitemap.xml", { freshMs: 0 });
    expect([await textOf(content, "/a"), await textOf(content, "/a")]).toEqual(["one", "one"]);
  });

  test("are asked for again as soon as the list has a newer date", async () => {
    serve("/sitemap.xml", sitemapOf({ [at("/a")]: "2026-01-01" }));
    serve("/a", "one");
    const content = read("/sitemap.xml", { refreshMs: 10 });
    expect(await textOf(content, "/a")).toBe("one");
    serve("/a", "two");
    expect(await textOf(content, "/a")).toBe("one");
    serve("/sitemap.xml", sitemapOf({ [at("/a")]: "2026-01-02" }));
    await expect.poll(() => textOf(content, "/a")).toBe("two");
  });

  test.each(["no-store", "private, max-age=60", "no-cache", "max-age=0"])(
    "with Cache-Control: %s are always asked for",
    async (control) => {
      serve("/a", "one", { "cache-control": control });
      const content = read("/sitemap.xml");
      await content.find("/a");
      serve("/a", "two", { "cache-control": control });
      expect(await textOf(content, "/a")).toBe("two");
    },
  );

  test("are forgotten, the longest unused first, once they take too much memory", async () => {
    serve("/a", "a".repeat(5_000));
    serve("/p?id=1", "b".repeat(5_000));
    const content = read("/sitemap.xml", { keepBytes: 50_000 });
    for (const path of ["/a", "/p?id=1", "/a"]) await content.find(path);
    expect(site.asked).toHaveLength(3);
    const small = read("/sitemap.xml", { keepBytes: 10_000 });
    for (const path of ["/a", "/a"]) await small.find(path);
    expect(site.asked.filter((line) => line === "GET /a")).toHaveLength(3);
  });

  test("are never given stale while the site is down", async () => {
    serve("/a", "one", { etag: '"1"' });
    const content = read("/sitemap.xml", { freshMs: 30 });
    await content.find("/a");
    await site.down();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(content.find("/a")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("can't be reached"),
    });
    expect(await paths(content)).toHaveLength(3);
    await site.up();
    expect(await textOf(content, "/a")).toBe("one");
  });

  test.each([
    [404, undefined],
    [410, undefined],
  ])("that answer %i are not there", async (status) => {
    site.replies.set("/a", { status });
    expect(await read("/sitemap.xml").find("/a")).toBeUndefined();
  });

  test.each([
    [403, "unreadable_page", {}],
    [401, "unreadable_page", {}],
    [500, "unavailable", { "retry-after": "30" }],
    [429, "unavailable", { "retry-after": "7" }],
  ])("that answer %i are a problem: %s", async (status, code, headers) => {
    site.replies.set("/a", { status, headers: status === 429 ? { "retry-after": "7" } : {} });
    await expect(read("/sitemap.xml").find("/a")).rejects.toMatchObject({ code, headers });
  });

  test.each(["application/pdf", "image/png", "text/css", ""])(
    "of the type '%s' are not read",
    async (type) => {
      serve("/a", "%PDF", { "content-type": type });
      await expect(read("/sitemap.xml").find("/a")).rejects.toMatchObject({
        code: "unreadable_page",
        message: expect.stringContaining("only HTML, Markdown and plain text"),
      });
    },
  );

  test("that are too large are not read", async () => {
    serve("/a", "a".repeat(8 * 1024 * 1024 + 1));
    await expect(read("/sitemap.xml").find("/a")).rejects.toMatchObject({
      code: "unreadable_page",
    });
  });

  test("that redirect within the site are read where they are; those that leave it are refused", async () => {
    site.replies.set("/a", { status: 301, headers: { location: "/b" } });
    serve("/b", "here");
    expect(await read("/sitemap.xml").find("/a")).toMatchObject({ path: "/b", size: 4 });
    site.replies.set("/a", { status: 302, headers: { location: "https://other.example/" } });
    await expect(read("/sitemap.xml").find("/a")).rejects.toMatchObject({
      code: "unreadable_page",
      message: expect.stringContaining("redirects to other.example"),
    });
  });

  test("that are not listed are never asked for, the root apart", async () => {
    serve("/", "home");
    serve("/admin", "secret");
    const content = read("/sitemap.xml");
    expect(await content.find("/admin")).toBeUndefined();
    expect(await content.find("/p?id=2")).toBeUndefined();
    expect(await textOf(content, "/")).toBe("home");
    expect(site.asked).toEqual(["GET /sitemap.xml", "GET /"]);
  });

  test("are asked for eight at a time, and no more than 64 wait", async () => {
    const many = Array.from({ length: 100 }, (_, number) => `/page-${number}`);
    serve("/sitemap.xml", sitemapOf(many.map(at)));
    for (const path of many) site.replies.set(path, { body: "x", wait: 20 });
    const content = read("/sitemap.xml");
    await content.pages();
    const all = await Promise.allSettled(many.map((path) => content.find(path)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(72);
    expect(site.mostAtOnce()).toBeLessThanOrEqual(8);
  });
});
