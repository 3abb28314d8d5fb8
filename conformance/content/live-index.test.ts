import { describe, expect, it } from "vitest";
import { pageIndexFor } from "../../core/lib/page-search/index.ts";
import { createSitemap } from "../ports/content/live-site.ts";
import { useLiveSite } from "../ports/content/use-live-site.ts";

const site = useLiveSite();
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

/** Opens the site with an indexer that doesn't wait between requests. */
const open = (options = {}) =>
  site.open("/", { crawlPages: 50, crawlIntervalMs: 1, learnMs: 1, refreshMs: 50, ...options });

function setPages(paths: readonly string[], modified?: string) {
  const urls = paths.map((path) => site.url(path));
  const body = createSitemap(urls);
  const withTimes = body.replaceAll("</loc>", `</loc><lastmod>${modified}</lastmod>`);
  site.server.replies.set("/sitemap.xml", { body: modified ? withTimes : body });
}
const countRequests = (path: string) =>
  site.server.requests.filter((line) => line === `GET ${path}`).length;

describe("a live site with a sitemap", () => {
  it("is searched by titles and texts before anyone reads a page", async () => {
    setPages(["/", "/a", "/b"]);
    site.setReply("/", "Home");
    site.setReply("/a", "<title>Backups</title><p>How to restore a database.");
    site.setReply("/b", "<p>Other words.");
    const content = open();
    await eventually(async () => {
      const index = pageIndexFor(await content.listPages(), "text");
      return index.search("restore the database", 5).matches.map(({ page }) => page.path);
    }).toEqual(["/a"]);
    await eventually(() => content.indexProgress!()).toEqual({ read: 3, total: 3 });
    await eventually(() => site.messages).toContain(
      `The search covers the text of 3 pages of ${site.server.origin}.`,
    );
  });

  it("is read with the rules of robots.txt, and without following links", async () => {
    setPages(["/open", "/private"]);
    site.setReply("/robots.txt", "User-agent: *\nDisallow: /private");
    site.setReply("/open", '<a href="/unlisted">More</a>');
    site.setReply("/private", "");
    site.setReply("/unlisted", "");
    const content = open();
    await eventually(() => content.indexProgress!()).toEqual({ read: 1, total: 2 });
    await eventually(() => site.messages).toContain(
      `The search covers the text of 2 pages of ${site.server.origin}.`,
    );
    expect([countRequests("/private"), countRequests("/unlisted")]).toEqual([0, 0]);
  });

  it("is read up to the limit of pages, which 0 turns off", async () => {
    setPages(["/1", "/2", "/3"]);
    for (const path of ["/1", "/2", "/3"]) site.setReply(path, "");
    const content = open({ crawlPages: 2 });
    await eventually(() => content.indexProgress!()).toEqual({ read: 2, total: 3 });
    const unread = open({ crawlPages: 0 });
    await unread.listed;
    expect(unread.indexProgress!()).toEqual({ read: 0, total: 3 });
    expect(countRequests("/3")).toBe(0);
  });

  it("is read again only where lastmod has changed", async () => {
    setPages(["/a"], "2026-01-01");
    site.setReply("/a", "<p>Old words.");
    const content = open();
    await eventually(() => content.indexProgress!()).toEqual({ read: 1, total: 1 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(countRequests("/a")).toBe(1);
    site.setReply("/a", "<p>New words.");
    setPages(["/a"], "2026-02-02");
    await eventually(async () => (await content.listPages())[0]?.text).toContain("New words");
    expect(countRequests("/a")).toBe(2);
  });

  it("goes on after the site has failed", async () => {
    const paths = ["/1", "/2", "/3", "/4", "/5", "/6"];
    setPages(paths);
    const failure = { status: 503, headers: { "retry-after": "0" } };
    for (const path of paths) site.server.replies.set(path, failure);
    const content = open();
    await eventually(() => content.indexProgress?.()).toEqual({ read: 0, total: 6 });
    for (const path of paths) site.setReply(path, "");
    await eventually(() => content.indexProgress!()).toEqual({ read: 6, total: 6 });
  });
});
