import { describe, expect, it } from "vitest";
import { type CrawledPage, crawl } from "../../adapters/content/live/crawl.ts";
import { describeCrawl } from "../../adapters/content/live/crawl-report.ts";
import { readRobotsTag } from "../../adapters/content/live/robots-tag.ts";
import { Problem } from "../../core/site.ts";

describe("crawl()", () => {
  const robots = { allows: () => true, delayMs: 0 };
  const { signal } = new AbortController();
  const defaults = { robots, maxPages: 30, intervalMs: 0, signal };

  const createPage = (path: string, links: readonly string[], more: Partial<CrawledPage> = {}) => ({
    ...{ path, links, isTruncated: false, isNofollow: false, isNoindex: false },
    ...more,
  });

  it("ends on a site whose pages always link to new ones", async () => {
    let requests = 0;
    const { pages, limit } = await crawl({
      ...defaults,
      read: async ({ path }) => {
        requests += 1;
        const links = Array.from({ length: 100 }, (_, at) => `${path}${path.length}-${at}/`);
        return createPage(path, links, { isNoindex: true });
      },
    });
    expect(pages).toEqual([]);
    expect(limit).toBe("requests");
    expect(requests).toBe(120);
  });

  it("stops if the site keeps failing, and keeps what it found", async () => {
    const failure = new Problem("unavailable", "Down.", { headers: { "retry-after": "0" } });
    const result = await crawl({
      ...defaults,
      read: async ({ path }) => {
        if (path !== "/") throw failure;
        return createPage("/", ["/1", "/2", "/3", "/4", "/5", "/6"]);
      },
    });
    expect(result).toEqual({ pages: [{ path: "/" }], limit: "failures", bounds: new Map() });
  });

  it("stops when it is aborted", async () => {
    const controller = new AbortController();
    const crawling = crawl({
      ...defaults,
      robots: { allows: () => true, delayMs: 60_000 },
      signal: controller.signal,
      read: async ({ path }) => createPage(path, ["/a"]),
      onPage: () => controller.abort(),
    });
    await expect(crawling).rejects.toThrow("aborted");
  });

  it("notes every bound that takes effect, with an example", async () => {
    const long = `/${"l".repeat(600)}`;
    const { pages, bounds } = await crawl({
      ...defaults,
      robots: { allows: (path) => path !== "/private?x", delayMs: 0 },
      read: async ({ path }) => {
        if (path === "/") return createPage("/", ["/p", "/a?b", "/private?x", "/x/x/x", long]);
        if (path === "/p/p2/p3/p4/p5/p6/p7/p8") return createPage(path, [`${path}/p9`]);
        const next = `${path}/p${path.split("/").length}`;
        return createPage(path, [next], { isTruncated: path === "/p" });
      },
    });
    expect(pages).toHaveLength(9);
    expect(Object.fromEntries(bounds)).toEqual({
      query: "/a?b",
      repeating: "/x/x/x",
      long,
      links: "/p",
      depth: "/p/p2/p3/p4/p5/p6/p7/p8/p9",
    });
    const message = describeCrawl("https://shop.example", { pages, bounds });
    expect(message).toContain(`such as https://shop.example/${"l".repeat(79)}….`);
    expect(message.match(/such as/g)).toHaveLength(5);
  });

  it("waits at most 30 seconds between requests, and notes a site that asks for more", async () => {
    const { bounds } = await crawl({
      ...defaults,
      robots: { allows: () => true, delayMs: 60_000 },
      read: async () => undefined,
    });
    expect([...bounds.keys()]).toEqual(["delay"]);
  });
});

describe("readRobotsTag()", () => {
  const no = { isNoindex: false, isNofollow: false };
  it.each([
    ["", no],
    ["noindex", { ...no, isNoindex: true }],
    ["NoFollow , noarchive", { ...no, isNofollow: true }],
    ["none", { isNoindex: true, isNofollow: true }],
    ["googlebot: noindex, nofollow", no],
    ["noindex, googlebot: nofollow", { ...no, isNoindex: true }],
    ["googlebot: noindex, Jackfield: nofollow", { ...no, isNofollow: true }],
    ["unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow", { ...no, isNofollow: true }],
    ["max-snippet: 20, noindex", { ...no, isNoindex: true }],
    ["index, follow, noindexing", no],
  ])("reads %j", (value, directives) => {
    expect(readRobotsTag(value)).toEqual(directives);
  });
});
