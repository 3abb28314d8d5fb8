import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createSitemap,
  createSitemapIndex,
  type LiveSite,
  startLiveSite,
} from "../../conformance/ports/content/live-site.ts";
import { createOutbound } from "../outbound.ts";
import { createLiveContent, type LiveContent, type LiveContentOptions } from "./live-content.ts";

let site: LiveSite;
let messages: string[];
const openResources: { close(): void }[] = [];

beforeEach(async () => {
  site = await startLiveSite();
  messages = [];
});
afterEach(async () => {
  for (const each of openResources.splice(0)) each.close();
  await site.close();
});

const siteUrl = (path: string) => site.origin + path;
const setReply = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  site.replies.set(path, { body, headers });

function openContent(path = "/", options: Partial<LiveContentOptions> = {}): LiveContent {
  const client = createOutbound({ allowedOrigins: [site.origin] });
  const content = createLiveContent(new URL(path, site.origin), {
    outbound: client,
    refreshMs: 60_000,
    log: (message) => messages.push(message),
    ...options,
  });
  openResources.push(client, content);
  return content;
}
const listPaths = async (content: LiveContent) =>
  (await content.listPages()).map(({ path }) => path);
const readText = async (content: LiveContent, path: string) =>
  new TextDecoder().decode(await (await content.find(path))!.bytes());

describe("where the list is looked for", () => {
  test("robots.txt first, all that it names", async () => {
    setReply(
      "/robots.txt",
      `User-agent: *\nSITEMAP: ${siteUrl("/one.xml")}\nSitemap: /two.xml # second\nSitemap: https://other.example/x.xml`,
    );
    setReply("/one.xml", createSitemap([siteUrl("/a")]));
    setReply("/two.xml", createSitemap([siteUrl("/b"), siteUrl("/a")]));
    setReply("/sitemap.xml", createSitemap([siteUrl("/c")]));
    expect(await listPaths(openContent())).toEqual(["/a", "/b"]);
  });

  test.each(["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/sitemap.xml.gz"])(
    "then %s",
    async (path) => {
      setReply(
        path,
        path.endsWith("gz")
          ? gzipSync(createSitemap([siteUrl("/a")]))
          : createSitemap([siteUrl("/a")]),
      );
      expect(await listPaths(openContent())).toEqual(["/a"]);
    },
  );

  test("not in an error page that says 200", async () => {
    setReply("/sitemap.xml", "<!doctype html><title>Lost</title>");
    setReply("/sitemap_index.xml", createSitemapIndex([siteUrl("/1.xml")]));
    setReply("/1.xml", createSitemap([siteUrl("/a")]));
    expect(await listPaths(openContent())).toEqual(["/a"]);
  });

  test("at the address given, and only there", async () => {
    setReply("/map.xml?v=1", createSitemap([siteUrl("/a")]));
    expect(await listPaths(openContent("/map.xml?v=1"))).toEqual(["/a"]);
    expect(site.requests).toEqual(["GET /map.xml?v=1"]);
    await expect(openContent("/none.xml").listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("/none.xml is not there (404)"),
    });
  });

  test("and says so where it is nowhere", async () => {
    await expect(openContent().listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("has no sitemap where one is looked for"),
    });
  });
});

describe("what is listed", () => {
  test("the pages of every file of an index, each once, and none of another site", async () => {
    setReply(
      "/sitemap.xml",
      createSitemapIndex([
        siteUrl("/1.xml"),
        siteUrl("/2.xml.gz"),
        siteUrl("/1.xml"),
        "https://other.example/3.xml",
      ]),
    );
    setReply(
      "/1.xml",
      createSitemap([
        siteUrl("/a"),
        siteUrl("/a#b"),
        "https://other.example/a",
        siteUrl("/p?id=1&x=2"),
      ]),
    );
    setReply(
      "/2.xml.gz",
      gzipSync(createSitemap({ [siteUrl("/a")]: "2026-01-01", [siteUrl("/b")]: "2026-01-02" })),
      { "content-type": "application/gzip" },
    );
    const pages = await openContent().listPages();
    expect(pages.map(({ path }) => path)).toEqual(["/a", "/p?id=1&x=2", "/b"]);
    expect(pages[2]!.modified).toBe("2026-01-02T00:00:00.000Z");
    expect(messages).toEqual([
      "2 listed addresses are not the site's, such as https://other.example/3.xml: they are left out.",
    ]);
  });

  test("gzip by Content-Encoding too", async () => {
    setReply("/sitemap.xml", gzipSync(createSitemap([siteUrl("/a")])), {
      "content-encoding": "gzip",
    });
    expect(await listPaths(openContent())).toEqual(["/a"]);
  });

  test("no loop and no index within an index", async () => {
    setReply(
      "/sitemap.xml",
      createSitemapIndex([siteUrl("/sitemap.xml"), siteUrl("/2.xml"), siteUrl("/1.xml")]),
    );
    setReply("/2.xml", createSitemapIndex([siteUrl("/sitemap.xml"), siteUrl("/2.xml")]));
    setReply("/1.xml", createSitemap([siteUrl("/a")]));
    expect(await listPaths(openContent())).toEqual(["/a"]);
    expect(messages.join()).toContain("/2.xml is an index within an index");
    expect(site.requests).toHaveLength(4);
  });

  test("at most four files are asked for at a time", async () => {
    const files = Array.from({ length: 30 }, (_, number) => `/${number}.xml`);
    setReply("/sitemap.xml", createSitemapIndex(files.map(siteUrl)));
    for (const file of files)
      site.replies.set(file, { body: createSitemap([siteUrl(`${file}.html`)]), wait: 5 });
    expect(await listPaths(openContent())).toHaveLength(30);
    expect(site.maxConcurrency()).toBeLessThanOrEqual(4);
  });

  test("no bomb: what unpacks to too much is refused, by either kind of gzip", async () => {
    const bomb = gzipSync(`<urlset>${" ".repeat(3_000_000)}</urlset>`);
    setReply("/a.xml", bomb);
    setReply("/b.xml", bomb, { "content-encoding": "gzip" });
    await expect(openContent("/a.xml", { fileBytes: 1_000_000 }).listPages()).rejects.toMatchObject(
      {
        code: "unavailable",
        message: expect.stringContaining("at most 1000000 bytes"),
      },
    );
    await expect(openContent("/b.xml", { fileBytes: 1_000_000 }).listPages()).rejects.toMatchObject(
      {
        code: "unavailable",
        message: expect.stringContaining("more than 1000000 bytes"),
      },
    );
  });

  test.each([
    ["a DTD", '<!DOCTYPE urlset [<!ENTITY a "b">]><urlset></urlset>'],
    ["half a file", "<urlset><url><loc>"],
    ["broken gzip", gzipSync("<urlset></urlset>").subarray(0, 20)],
  ])("nothing of %s", async (_, body) => {
    setReply("/sitemap.xml", body);
    await expect(openContent("/sitemap.xml").listPages()).rejects.toMatchObject({
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
    await expect(openContent("/sitemap.xml").listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("redirects to localhost"),
    });
  });

  test("nothing at a private address behind a public name", async () => {
    const client = createOutbound({ resolve: async () => ["127.0.0.1"] });
    const content = createLiveContent(new URL("http://shop.example/"), { outbound: client });
    openResources.push(client, content);
    await expect(content.listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("not at a public address"),
    });
  });
});

describe("how the list is kept fresh", () => {
  test("by conditional requests; it is the same array until a file changes", async () => {
    setReply("/sitemap.xml", createSitemap([siteUrl("/a")]), { etag: '"1"' });
    const content = openContent("/sitemap.xml", { refreshMs: 10 });
    const first = await content.listPages();
    await expect
      .poll(() => site.requests.filter((line) => line.endsWith(" 304")).length)
      .toBeGreaterThan(2);
    expect(await content.listPages()).toBe(first);
    setReply("/sitemap.xml", createSitemap([siteUrl("/a")]), { etag: '"2"' });
    await expect.poll(() => site.requests.filter((line) => !line.endsWith(" 304")).length).toBe(2);
    expect(await content.listPages()).toBe(first);
    setReply("/sitemap.xml", createSitemap([siteUrl("/b")]), { etag: '"3"' });
    await expect.poll(() => listPaths(content)).toEqual(["/b"]);
  });

  test("the last good one stays while the site fails, and the operator is told once, and again when it is back", async () => {
    setReply("/sitemap.xml", createSitemap([siteUrl("/a")]));
    const content = openContent("/sitemap.xml", { refreshMs: 10, retryMs: 5 });
    await content.listPages();
    for (const failure of [{ status: 500 }, { body: "<urlset><url>" }, { status: 404 }]) {
      site.replies.set("/sitemap.xml", failure);
      const requestCount = site.requests.length;
      await expect.poll(() => site.requests.length).toBeGreaterThan(requestCount + 2);
      expect(await listPaths(content)).toEqual(["/a"]);
    }
    expect(messages.filter((line) => line.includes("answers 500"))).toHaveLength(1);
    setReply("/sitemap.xml", createSitemap([siteUrl("/b")]));
    await expect.poll(() => listPaths(content)).toEqual(["/b"]);
    expect(messages.at(-1)).toBe(`The pages of ${site.origin} are listed again: 1.`);
  });

  test("a file of an index that fails keeps its pages; one that is gone loses them", async () => {
    setReply("/sitemap.xml", createSitemapIndex([siteUrl("/1.xml"), siteUrl("/2.xml")]));
    setReply("/1.xml", createSitemap([siteUrl("/a")]));
    setReply("/2.xml", createSitemap([siteUrl("/b")]));
    const content = openContent("/sitemap.xml", { refreshMs: 10 });
    expect(await listPaths(content)).toEqual(["/a", "/b"]);
    site.replies.set("/2.xml", { status: 503 });
    await expect.poll(() => messages.join()).toContain("/2.xml can't be read: ");
    expect(await listPaths(content)).toEqual(["/a", "/b"]);
    site.replies.delete("/2.xml");
    await expect.poll(() => listPaths(content)).toEqual(["/a"]);
  });

  test("a site that is down is unavailable until it is up; nobody waits for a slow one for long", async () => {
    setReply("/sitemap.xml", createSitemap([siteUrl("/a")]));
    await site.goOffline();
    const content = openContent("/", { retryMs: 20 });
    await expect(content.listPages()).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await site.goOnline();
    await content.listed;
    expect(await listPaths(content)).toEqual(["/a"]);

    site.replies.set("/slow.xml", { wait: Infinity });
    await expect(openContent("/slow.xml", { waitMs: 50 }).listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("for the first time"),
    });
  });
});

describe("pages", () => {
  beforeEach(
    () =>
      void setReply(
        "/sitemap.xml",
        createSitemap([siteUrl("/a"), siteUrl("/p?id=1"), siteUrl("/docs/")]),
      ),
  );

  test("are fetched when asked for, once, and not asked for again for a while", async () => {
    setReply("/a", "<title>A</title>", {
      etag: '"a"',
      "last-modified": "Mon, 02 Nov 2026 09:30:00 GMT",
      "content-type": "text/html; charset=iso-8859-1",
    });
    const content = openContent("/sitemap.xml");
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
    expect(site.requests).toEqual(["GET /sitemap.xml", "GET /a"]);
  });

  test("are asked for again by ETag once they are no longer fresh", async () => {
    setReply("/a", "one", { etag: '"1"' });
    const content = openContent("/sitemap.xml", { freshMs: 0 });
    expect([await readText(content, "/a"), await readText(content, "/a")]).toEqual(["one", "one"]);
    setReply("/a", "two", { etag: '"2"' });
    expect(await readText(content, "/a")).toBe("two");
    expect(site.requests.slice(1)).toEqual(["GET /a", "GET /a 304", "GET /a"]);
  });

  test("are asked for again by Last-Modified where there is no ETag", async () => {
    const date = "Mon, 02 Nov 2026 09:30:00 GMT";
    site.replies.set("/a", ({ headers }) =>
      headers["if-modified-since"] === date
        ? { status: 304 }
        : { body: "one", headers: { "last-modified": date } },
    );
    const content = openContent("/sitemap.xml", { freshMs: 0 });
    expect([await readText(content, "/a"), await readText(content, "/a")]).toEqual(["one", "one"]);
  });

  test("are asked for again as soon as the list has a newer date", async () => {
    setReply("/sitemap.xml", createSitemap({ [siteUrl("/a")]: "2026-01-01" }));
    setReply("/a", "one");
    const content = openContent("/sitemap.xml", { refreshMs: 10 });
    expect(await readText(content, "/a")).toBe("one");
    setReply("/a", "two");
    expect(await readText(content, "/a")).toBe("one");
    setReply("/sitemap.xml", createSitemap({ [siteUrl("/a")]: "2026-01-02" }));
    await expect.poll(() => readText(content, "/a")).toBe("two");
  });

  test.each(["no-store", "private, max-age=60", "no-cache", "max-age=0"])(
    "with Cache-Control: %s are always asked for",
    async (control) => {
      setReply("/a", "one", { "cache-control": control });
      const content = openContent("/sitemap.xml");
      await content.find("/a");
      setReply("/a", "two", { "cache-control": control });
      expect(await readText(content, "/a")).toBe("two");
    },
  );

  test("are forgotten, the longest unused first, once they take too much memory", async () => {
    setReply("/a", "a".repeat(5_000));
    setReply("/p?id=1", "b".repeat(5_000));
    const content = openContent("/sitemap.xml", { cacheBytes: 50_000 });
    for (const path of ["/a", "/p?id=1", "/a"]) await content.find(path);
    expect(site.requests).toHaveLength(3);
    const small = openContent("/sitemap.xml", { cacheBytes: 10_000 });
    for (const path of ["/a", "/a"]) await small.find(path);
    expect(site.requests.filter((line) => line === "GET /a")).toHaveLength(3);
  });

  test("are never given stale while the site is down", async () => {
    setReply("/a", "one", { etag: '"1"' });
    const content = openContent("/sitemap.xml", { freshMs: 30 });
    await content.find("/a");
    await site.goOffline();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(content.find("/a")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("can't be reached"),
    });
    expect(await listPaths(content)).toHaveLength(3);
    await site.goOnline();
    expect(await readText(content, "/a")).toBe("one");
  });

  test.each([
    [404, undefined],
    [410, undefined],
  ])("that answer %i are not there", async (status) => {
    site.replies.set("/a", { status });
    expect(await openContent("/sitemap.xml").find("/a")).toBeUndefined();
  });

  test.each([
    [403, "unreadable_page", {}],
    [401, "unreadable_page", {}],
    [500, "unavailable", { "retry-after": "30" }],
    [429, "unavailable", { "retry-after": "7" }],
  ])("that answer %i are a problem: %s", async (status, code, headers) => {
    site.replies.set("/a", { status, headers: status === 429 ? { "retry-after": "7" } : {} });
    await expect(openContent("/sitemap.xml").find("/a")).rejects.toMatchObject({ code, headers });
  });

  test.each(["application/pdf", "image/png", "text/css", ""])(
    "of the type '%s' are not read",
    async (type) => {
      setReply("/a", "%PDF", { "content-type": type });
      await expect(openContent("/sitemap.xml").find("/a")).rejects.toMatchObject({
        code: "unreadable_page",
        message: expect.stringContaining("only HTML, Markdown and plain text"),
      });
    },
  );

  test("that are too large are not read", async () => {
    setReply("/a", "a".repeat(8 * 1024 * 1024 + 1));
    await expect(openContent("/sitemap.xml").find("/a")).rejects.toMatchObject({
      code: "unreadable_page",
    });
  });

  test("that redirect within the site are read where they are; those that leave it are refused", async () => {
    site.replies.set("/a", { status: 301, headers: { location: "/b" } });
    setReply("/b", "here");
    expect(await openContent("/sitemap.xml").find("/a")).toMatchObject({ path: "/b", size: 4 });
    site.replies.set("/a", { status: 302, headers: { location: "https://other.example/" } });
    await expect(openContent("/sitemap.xml").find("/a")).rejects.toMatchObject({
      code: "unreadable_page",
      message: expect.stringContaining("redirects to other.example"),
    });
  });

  test("that are not listed are never asked for, the root apart", async () => {
    setReply("/", "home");
    setReply("/admin", "secret");
    const content = openContent("/sitemap.xml");
    expect(await content.find("/admin")).toBeUndefined();
    expect(await content.find("/p?id=2")).toBeUndefined();
    expect(await readText(content, "/")).toBe("home");
    expect(site.requests).toEqual(["GET /sitemap.xml", "GET /"]);
  });

  test("are asked for eight at a time, and no more than 64 wait", async () => {
    const manyPaths = Array.from({ length: 100 }, (_, number) => `/page-${number}`);
    setReply("/sitemap.xml", createSitemap(manyPaths.map(siteUrl)));
    for (const path of manyPaths) site.replies.set(path, { body: "x", wait: 20 });
    const content = openContent("/sitemap.xml");
    await content.listPages();
    const all = await Promise.allSettled(manyPaths.map((path) => content.find(path)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(72);
    expect(site.maxConcurrency()).toBeLessThanOrEqual(8);
  });
});
