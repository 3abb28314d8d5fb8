import { describe, expect, it, test } from "vitest";
import {
  readSettings,
  type Settings,
  siteServiceSettings,
} from "../../adapters/config/settings.ts";
import { openCurrentSite } from "../../adapters/services/current-site.ts";
import { isNamed, openContent } from "../../adapters/services/site-content.ts";
import { createSitemap, createSitemapIndex, startLiveSite } from "../ports/content/live-site.ts";
import { listPaths, useLiveSite } from "../ports/content/use-live-site.ts";

const site = useLiveSite();

describe("the refreshed page list", () => {
  it("uses conditional requests, and is the same array until a file changes", async () => {
    site.setReply("/sitemap.xml", createSitemap([site.url("/a")]), { etag: '"1"' });
    const content = site.open("/sitemap.xml", { refreshMs: 10 });
    const first = await content.listPages();
    await expect
      .poll(() => site.server.requests.filter((line) => line.endsWith(" 304")).length)
      .toBeGreaterThan(2);
    expect(await content.listPages()).toBe(first);
    site.setReply("/sitemap.xml", createSitemap([site.url("/a")]), { etag: '"2"' });
    await expect
      .poll(() => site.server.requests.filter((line) => !line.endsWith(" 304")).length)
      .toBe(2);
    expect(await content.listPages()).toBe(first);
    site.setReply("/sitemap.xml", createSitemap([site.url("/b")]), { etag: '"3"' });
    await expect.poll(() => listPaths(content)).toEqual(["/b"]);
  });

  it("stays while the site fails, and the log contains each failure and the recovery once", async () => {
    site.setReply("/sitemap.xml", createSitemap([site.url("/a")]));
    const content = site.open("/sitemap.xml", { refreshMs: 10, retryMs: 5 });
    await content.listPages();
    for (const failure of [{ status: 500 }, { body: "<urlset><url>" }, { status: 404 }]) {
      site.server.replies.set("/sitemap.xml", failure);
      const requestCount = site.server.requests.length;
      await expect.poll(() => site.server.requests.length).toBeGreaterThan(requestCount + 2);
      expect(await listPaths(content)).toEqual(["/a"]);
    }
    expect(site.messages.filter((line) => line.includes("returned 500"))).toHaveLength(1);
    site.setReply("/sitemap.xml", createSitemap([site.url("/b")]));
    await expect.poll(() => listPaths(content)).toEqual(["/b"]);
    expect(site.messages.at(-1)).toBe(
      `The pages of ${site.server.origin} can be listed again. Pages: 1.`,
    );
  });

  it("keeps the pages of a failed sitemap in an index, and drops those of a deleted one", async () => {
    site.setReply("/sitemap.xml", createSitemapIndex([site.url("/1.xml"), site.url("/2.xml")]));
    site.setReply("/1.xml", createSitemap([site.url("/a")]));
    site.setReply("/2.xml", createSitemap([site.url("/b")]));
    const content = site.open("/sitemap.xml", { refreshMs: 10 });
    expect(await listPaths(content)).toEqual(["/a", "/b"]);
    site.server.replies.set("/2.xml", { status: 503 });
    await expect.poll(() => site.messages.join()).toContain("/2.xml can't be read: ");
    expect(await listPaths(content)).toEqual(["/a", "/b"]);
    site.server.replies.delete("/2.xml");
    await expect.poll(() => listPaths(content)).toEqual(["/a"]);
  });

  it("is unavailable while the site is down, and after a short wait for a slow site", async () => {
    site.setReply("/sitemap.xml", createSitemap([site.url("/a")]));
    await site.server.goOffline();
    const content = site.open("/", { retryMs: 20 });
    await expect(content.listPages()).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await site.server.goOnline();
    await content.listed;
    expect(await listPaths(content)).toEqual(["/a"]);

    site.server.replies.set("/slow.xml", { wait: Infinity });
    await expect(site.open("/slow.xml", { waitMs: 50 }).listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("for the first time"),
    });
  });
});

test("openCurrentSite() finds the name of a live site whose home page fails at first", async () => {
  const liveSite = await startLiveSite();
  liveSite.replies
    .set("/sitemap.xml", { body: createSitemap([`${liveSite.origin}/a`]) })
    .set("/", { status: 500 });
  const settings = siteServiceSettings(
    readSettings({ SITE_CONTENT: liveSite.origin }) as Settings,
  )!;
  const opened = openContent(settings, { warn() {}, log() {} });

  const { site, close } = await openCurrentSite(settings, opened, "http://agents.example", {
    firstMs: 5,
  });
  expect([site.name, isNamed(site)]).toEqual([new URL(liveSite.origin).host, false]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  liveSite.replies.set("/", { body: "<title>Live shop</title>" });
  await expect.poll(() => site.name).toBe("Live shop");

  close();
  opened.live?.close();
  await liveSite.close();
});
