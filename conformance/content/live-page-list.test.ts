import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createLiveContent } from "../../adapters/content/live-content.ts";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { createSitemap, createSitemapIndex } from "../ports/content/live-site.ts";
import { listPaths, useLiveSite } from "../ports/content/use-live-site.ts";

const site = useLiveSite();

describe("the search for sitemaps", () => {
  it("starts with all sitemaps in robots.txt", async () => {
    site.setReply(
      "/robots.txt",
      `User-agent: *\nSITEMAP: ${site.url("/one.xml")}\nSitemap: /two.xml # second\nSitemap: https://other.example/x.xml`,
    );
    site.setReply("/one.xml", createSitemap([site.url("/a")]));
    site.setReply("/two.xml", createSitemap([site.url("/b"), site.url("/a")]));
    site.setReply("/sitemap.xml", createSitemap([site.url("/c")]));
    expect(await listPaths(site.open())).toEqual(["/a", "/b"]);
  });

  it.each(["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/sitemap.xml.gz"])(
    "continues with %s",
    async (path) => {
      site.setReply(
        path,
        path.endsWith("gz")
          ? gzipSync(createSitemap([site.url("/a")]))
          : createSitemap([site.url("/a")]),
      );
      expect(await listPaths(site.open())).toEqual(["/a"]);
    },
  );

  it("skips an error page with status 200", async () => {
    site.setReply("/sitemap.xml", "<!doctype html><title>Lost</title>");
    site.setReply("/sitemap_index.xml", createSitemapIndex([site.url("/1.xml")]));
    site.setReply("/1.xml", createSitemap([site.url("/a")]));
    expect(await listPaths(site.open())).toEqual(["/a"]);
  });

  it("is skipped if the URL has a path", async () => {
    site.setReply("/map.xml?v=1", createSitemap([site.url("/a")]));
    expect(await listPaths(site.open("/map.xml?v=1"))).toEqual(["/a"]);
    expect(site.server.requests).toEqual(["GET /map.xml?v=1"]);
    await expect(site.open("/none.xml").listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("/none.xml does not exist (404)"),
    });
  });

  it("fails with a Problem if there is no sitemap", async () => {
    await expect(site.open().listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("has no sitemap in robots.txt or at the usual paths"),
    });
  });
});

describe("the page list", () => {
  it("contains the pages of all files in an index once, and no pages of other sites", async () => {
    site.setReply(
      "/sitemap.xml",
      createSitemapIndex([
        site.url("/1.xml"),
        site.url("/2.xml.gz"),
        site.url("/1.xml"),
        "https://other.example/3.xml",
      ]),
    );
    site.setReply(
      "/1.xml",
      createSitemap([
        site.url("/a"),
        site.url("/a#b"),
        "https://other.example/a",
        site.url("/p?id=1&x=2"),
      ]),
    );
    site.setReply(
      "/2.xml.gz",
      gzipSync(createSitemap({ [site.url("/a")]: "2026-01-01", [site.url("/b")]: "2026-01-02" })),
      { "content-type": "application/gzip" },
    );
    const pages = await site.open().listPages();
    expect(pages.map(({ path }) => path)).toEqual(["/a", "/p?id=1&x=2", "/b"]);
    expect(pages[2]!.modified).toBe("2026-01-02T00:00:00.000Z");
    expect(site.messages).toEqual([
      "2 listed URLs are not on the site, such as https://other.example/3.xml. Such URLs are ignored.",
    ]);
  });

  it("supports gzip as a Content-Encoding", async () => {
    site.setReply("/sitemap.xml", gzipSync(createSitemap([site.url("/a")])), {
      "content-encoding": "gzip",
    });
    expect(await listPaths(site.open())).toEqual(["/a"]);
  });

  it("ignores loops and indexes within an index", async () => {
    site.setReply(
      "/sitemap.xml",
      createSitemapIndex([site.url("/sitemap.xml"), site.url("/2.xml"), site.url("/1.xml")]),
    );
    site.setReply("/2.xml", createSitemapIndex([site.url("/sitemap.xml"), site.url("/2.xml")]));
    site.setReply("/1.xml", createSitemap([site.url("/a")]));
    expect(await listPaths(site.open())).toEqual(["/a"]);
    expect(site.messages.join()).toContain("/2.xml is an index within an index");
    expect(site.server.requests).toHaveLength(4);
  });

  it("is read with at most four concurrent requests", async () => {
    const files = Array.from({ length: 30 }, (_, number) => `/${number}.xml`);
    site.setReply("/sitemap.xml", createSitemapIndex(files.map(site.url)));
    for (const file of files)
      site.server.replies.set(file, { body: createSitemap([site.url(`${file}.html`)]), wait: 5 });
    expect(await listPaths(site.open())).toHaveLength(30);
    expect(site.server.maxConcurrency()).toBeLessThanOrEqual(4);
  });

  it("rejects decompression bombs in both kinds of gzip", async () => {
    const bomb = gzipSync(`<urlset>${" ".repeat(3_000_000)}</urlset>`);
    site.setReply("/a.xml", bomb);
    site.setReply("/b.xml", bomb, { "content-encoding": "gzip" });
    await expect(site.open("/a.xml", { fileBytes: 1_000_000 }).listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("larger than 1000000 bytes"),
    });
    await expect(site.open("/b.xml", { fileBytes: 1_000_000 }).listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("more than 1000000 bytes"),
    });
  });

  it.each([
    ["a DTD", '<!DOCTYPE urlset [<!ENTITY a "b">]><urlset></urlset>'],
    ["half a file", "<urlset><url><loc>"],
    ["broken gzip", gzipSync("<urlset></urlset>").subarray(0, 20)],
  ])("rejects %s", async (_, body) => {
    site.setReply("/sitemap.xml", body);
    await expect(site.open("/sitemap.xml").listPages()).rejects.toMatchObject({
      code: "unavailable",
      status: 503,
      headers: { "retry-after": "30" },
    });
  });

  it("rejects a redirect to another site", async () => {
    site.server.replies.set("/sitemap.xml", {
      status: 301,
      headers: { location: "http://localhost:8080/sitemap.xml" },
    });
    await expect(site.open("/sitemap.xml").listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("redirects to localhost"),
    });
  });

  it("rejects a public name with a private address", async () => {
    const outbound = site.use(createOutbound({ resolve: async () => ["127.0.0.1"] }));
    const content = site.use(createLiveContent(new URL("http://shop.example/"), { outbound }));
    await expect(content.listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("not at a public address"),
    });
  });
});
