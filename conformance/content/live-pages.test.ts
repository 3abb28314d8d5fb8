import { beforeEach, describe, expect, it } from "vitest";
import { pageIndexFor } from "../../core/lib/page-search/index.ts";
import { createSitemap } from "../ports/content/live-site.ts";
import { listPaths, readText, useLiveSite } from "../ports/content/use-live-site.ts";

const site = useLiveSite();

describe("pages", () => {
  beforeEach(() => {
    const urls = [site.url("/a"), site.url("/p?id=1"), site.url("/docs/")];
    site.setReply("/sitemap.xml", createSitemap(urls));
  });

  it("are fetched once on demand, and not again while they are fresh", async () => {
    site.setReply("/a", "<title>A</title>", {
      etag: '"a"',
      "last-modified": "Mon, 02 Nov 2026 09:30:00 GMT",
      "content-type": "text/html; charset=iso-8859-1",
    });
    const content = site.open("/sitemap.xml");
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
    expect(site.server.requests).toEqual(["GET /sitemap.xml", "GET /a"]);
  });

  it("are listed with their titles and found by their text once they have been read", async () => {
    site.setReply("/a", "<title>Reels</title><h1>Reels</h1><p>Tension and torque.", {
      "content-type": "text/html",
    });
    site.setReply("/docs/", "<title>Secret</title>", {
      "content-type": "text/html",
      "cache-control": "private",
    });
    const content = site.open("/sitemap.xml", { learnMs: 1 });
    const before = await content.listPages();
    expect(before.map(({ title }) => title)).toEqual([undefined, undefined, undefined]);
    await Promise.all([content.find("/a"), content.find("/docs/")]);
    await expect.poll(async () => (await content.listPages())[0]?.title).toBe("Reels");
    const pages = await content.listPages();
    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ["/a", "Reels"],
      ["/p?id=1", undefined],
      ["/docs/", undefined],
    ]);
    expect(pageIndexFor(pages, "text").search("torque", 5)).toMatchObject({
      total: 1,
      matches: [{ page: { path: "/a" }, snippet: "Tension and torque." }],
    });
  });

  it("announce a fetch, which the caller may refuse, but not a cached page", async () => {
    site.setReply("/a", "one");
    const content = site.open("/sitemap.xml");
    const refuse = () => Promise.reject(new Error("too expensive"));
    await expect(content.find("/a", refuse)).rejects.toThrow("too expensive");
    expect(site.server.requests).toEqual(["GET /sitemap.xml"]);
    let fetches = 0;
    for (let each = 0; each < 3; each++) await content.find("/a", () => void fetches++);
    expect(fetches).toBe(1);
    expect(await content.find("/a", refuse)).toBeDefined();
  });

  it("are revalidated with their ETag when they are no longer fresh", async () => {
    site.setReply("/a", "one", { etag: '"1"' });
    const content = site.open("/sitemap.xml", { freshMs: 0 });
    expect([await readText(content, "/a"), await readText(content, "/a")]).toEqual(["one", "one"]);
    site.setReply("/a", "two", { etag: '"2"' });
    expect(await readText(content, "/a")).toBe("two");
    expect(site.server.requests.slice(1)).toEqual(["GET /a", "GET /a 304", "GET /a"]);
  });

  it("are revalidated with Last-Modified if there is no ETag", async () => {
    const date = "Mon, 02 Nov 2026 09:30:00 GMT";
    site.server.replies.set("/a", ({ headers }) =>
      headers["if-modified-since"] === date
        ? { status: 304 }
        : { body: "one", headers: { "last-modified": date } },
    );
    const content = site.open("/sitemap.xml", { freshMs: 0 });
    expect([await readText(content, "/a"), await readText(content, "/a")]).toEqual(["one", "one"]);
  });

  it("are fetched again as soon as the list has a newer date", async () => {
    site.setReply("/sitemap.xml", createSitemap({ [site.url("/a")]: "2026-01-01" }));
    site.setReply("/a", "one");
    const content = site.open("/sitemap.xml", { refreshMs: 10 });
    expect(await readText(content, "/a")).toBe("one");
    site.setReply("/a", "two");
    expect(await readText(content, "/a")).toBe("one");
    site.setReply("/sitemap.xml", createSitemap({ [site.url("/a")]: "2026-01-02" }));
    await expect.poll(() => readText(content, "/a")).toBe("two");
  });

  it.each(["no-store", "private, max-age=60", "no-cache", "max-age=0"])(
    "with Cache-Control: %s are fetched every time",
    async (control) => {
      site.setReply("/a", "one", { "cache-control": control });
      const content = site.open("/sitemap.xml");
      await content.find("/a");
      site.setReply("/a", "two", { "cache-control": control });
      expect(await readText(content, "/a")).toBe("two");
    },
  );

  it("are evicted, least recently used first, when the cache is full", async () => {
    site.setReply("/a", "a".repeat(5_000));
    site.setReply("/p?id=1", "b".repeat(5_000));
    const content = site.open("/sitemap.xml", { cacheBytes: 50_000 });
    for (const path of ["/a", "/p?id=1", "/a"]) await content.find(path);
    expect(site.server.requests).toHaveLength(3);
    const small = site.open("/sitemap.xml", { cacheBytes: 10_000 });
    for (const path of ["/a", "/a"]) await small.find(path);
    expect(site.server.requests.filter((line) => line === "GET /a")).toHaveLength(3);
  });

  it("are never served stale while the site is down", async () => {
    site.setReply("/a", "one", { etag: '"1"' });
    const content = site.open("/sitemap.xml", { freshMs: 30 });
    await content.find("/a");
    await site.server.goOffline();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(content.find("/a")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("can't be reached"),
    });
    expect(await listPaths(content)).toHaveLength(3);
    await site.server.goOnline();
    expect(await readText(content, "/a")).toBe("one");
  });

  it.each([
    [404, undefined],
    [410, undefined],
  ])("with status %i are missing", async (status) => {
    site.server.replies.set("/a", { status });
    expect(await site.open("/sitemap.xml").find("/a")).toBeUndefined();
  });

  it.each([
    [403, "unreadable_page", {}],
    [401, "unreadable_page", {}],
    [500, "unavailable", { "retry-after": "30" }],
    [429, "unavailable", { "retry-after": "7" }],
  ])("with status %i are a problem: %s", async (status, code, headers) => {
    site.server.replies.set("/a", {
      status,
      headers: status === 429 ? { "retry-after": "7" } : {},
    });
    await expect(site.open("/sitemap.xml").find("/a")).rejects.toMatchObject({ code, headers });
  });

  it.each(["application/pdf", "image/png", "text/css", ""])(
    "with the Content-Type '%s' are not read",
    async (type) => {
      site.setReply("/a", "%PDF", { "content-type": type });
      await expect(site.open("/sitemap.xml").find("/a")).rejects.toMatchObject({
        code: "unreadable_page",
        message: expect.stringContaining("Only HTML, Markdown and plain text"),
      });
    },
  );

  it("that are too large are not read", async () => {
    site.setReply("/a", "a".repeat(8 * 1024 * 1024 + 1));
    await expect(site.open("/sitemap.xml").find("/a")).rejects.toMatchObject({
      code: "unreadable_page",
    });
  });

  it("are read after redirects within the site, but not after redirects to other sites", async () => {
    site.server.replies.set("/a", { status: 301, headers: { location: "/b" } });
    site.setReply("/b", "here");
    expect(await site.open("/sitemap.xml").find("/a")).toMatchObject({ path: "/b", size: 4 });
    site.server.replies.set("/a", { status: 302, headers: { location: "https://other.example/" } });
    await expect(site.open("/sitemap.xml").find("/a")).rejects.toMatchObject({
      code: "unreadable_page",
      message: expect.stringContaining("redirects to other.example"),
    });
  });

  it("are never fetched if they are not listed, except the home page", async () => {
    site.setReply("/", "home");
    site.setReply("/admin", "secret");
    const content = site.open("/sitemap.xml");
    expect(await content.find("/admin")).toBeUndefined();
    expect(await content.find("/p?id=2")).toBeUndefined();
    expect(await readText(content, "/")).toBe("home");
    expect(site.server.requests).toEqual(["GET /sitemap.xml", "GET /"]);
  });

  it("are fetched eight at a time, and at most 64 requests wait", async () => {
    const manyPaths = Array.from({ length: 100 }, (_, number) => `/page-${number}`);
    site.setReply("/sitemap.xml", createSitemap(manyPaths.map(site.url)));
    for (const path of manyPaths) site.server.replies.set(path, { body: "x", wait: 20 });
    const content = site.open("/sitemap.xml");
    await content.listPages();
    const all = await Promise.allSettled(manyPaths.map((path) => content.find(path)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(72);
    expect(site.server.maxConcurrency()).toBeLessThanOrEqual(8);
  });
});
