import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runDoctor } from "../fixtures/program.ts";
import {
  createSitemap,
  createSitemapIndex,
  type LiveSite,
  startLiveSite,
} from "../ports/content/live-site.ts";

const PAGE = "<title>A</title><main><h1>A page</h1><p>Some words.";

describe("checkLiveSite()", () => {
  let site: LiveSite;
  beforeEach(async () => {
    site = await startLiveSite();
  });
  afterEach(() => site.close());
  const siteUrl = (path: string) => site.origin + path;

  test("reports no problem if the sitemaps and the pages can be read", async () => {
    site.replies.set("/robots.txt", { body: `Sitemap: ${siteUrl("/list.txt")}` });
    site.replies.set("/list.txt", { body: `${siteUrl("/")}\n${siteUrl("/a")}\n` });
    for (const path of ["/", "/a"]) site.replies.set(path, { body: PAGE });
    const { code, output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain(
      `ok       ${siteUrl("/list.txt")} lists 2 pages.\nok       ${site.origin} has 2 pages.\nok       Agents can read 2 sample pages.`,
    );
    expect(code).toBe(0);
  });

  test("states how much the search covers, and what scanners miss", async () => {
    site.replies.set("/list.txt", { body: `${siteUrl("/")}\n${siteUrl("/a")}\n` });
    site.replies.set("/robots.txt", { body: `Sitemap: ${siteUrl("/list.txt")}` });
    for (const path of ["/", "/a"]) site.replies.set(path, { body: PAGE });
    const { output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain(
      "After a start, the server reads 2 pages for the search, which takes about a minute.",
    );
    expect(output).toContain("SITE_CONTENT_SIGNAL isn't set, so scanners find no Content-Signal");
    const limited = await runDoctor({
      SITE_CONTENT: site.origin,
      SITE_CRAWL: "1",
      SITE_CONTENT_SIGNAL: "search=yes",
    });
    expect(limited.output).toContain("It finds the other 1 by their path only.");
    expect(limited.output).toContain("Set SITE_CRAWL=2 to read all of them.");
    expect(limited.output).not.toContain("SITE_CONTENT_SIGNAL isn't");
    const off = await runDoctor({ SITE_CONTENT: site.origin, SITE_CRAWL: "0" });
    expect(off.output).toContain("SITE_CRAWL is 0, so search finds a page by its text only after");
  });

  test("reports invalid sitemap entries with their lines", async () => {
    const broken =
      "<urlset>\n<url><loc>{}/a</loc></url>\n<url><lastmod>2026</lastmod></url>\n<url><loc>/b</loc></url>\n<url><loc>https://other.example/c</loc></url>\n<url><loc>{}/d</loc><lastmod>soon</lastmod></url></urlset>";
    site.replies.set("/sitemap.xml", { body: broken.replaceAll("{}", site.origin) });
    site.replies.set("/a", { body: PAGE });
    const { code, output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain(
      `${siteUrl("/sitemap.xml")} lists 2 pages, but 4 entries are invalid:`,
    );
    expect(output).toContain("line 3 has no URL\n");
    expect(output).toContain('line 4 is "/b", which isn\'t an absolute URL\n');
    expect(output).toContain('line 5 is "https://other.example/c", which is on another host\n');
    expect(output).toContain('line 6 has the invalid lastmod date "soon"\n');
    expect(output).toContain("note     /d can't be read: There is no page");
    expect(code).toBe(0);
  });

  test("reports sitemaps that name themselves, are invalid gzip or are on another host", async () => {
    site.replies.set("/robots.txt", {
      body: `Sitemap: ${siteUrl("/sitemap.xml")}\nSitemap: https://cdn.example/sitemap.xml`,
    });
    site.replies.set("/sitemap.xml", {
      body: createSitemapIndex([
        siteUrl("/sitemap.xml"),
        siteUrl("/1.xml"),
        siteUrl("/2.xml.gz"),
        siteUrl("/3.xml"),
      ]),
    });
    site.replies.set("/1.xml", { body: createSitemap([siteUrl("/a")]) });
    site.replies.set("/2.xml.gz", { body: gzipSync("<urlset></urlset>").subarray(0, 20) });
    site.replies.set("/3.xml", { body: createSitemapIndex([siteUrl("/1.xml")]) });
    site.replies.set("/a", { body: PAGE });
    const { code, output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain(
      `robots.txt lists https://cdn.example/sitemap.xml, which is not on ${site.origin}`,
    );
    expect(output).toContain(`${siteUrl("/sitemap.xml")} lists itself.`);
    expect(output).toContain(`${siteUrl("/2.xml.gz")} is invalid gzip`);
    expect(output).toContain(`${siteUrl("/3.xml")} is an index within an index`);
    expect(code).toBe(0);
  });

  test.each([
    [
      "no sitemap",
      () => {},
      /has no sitemap in robots\.txt.+\n +→ Set SITE_CONTENT to the URL of the site's sitemap/,
    ],
    [
      "a site that rejects requests",
      () => site.replies.set("/robots.txt", { status: 403 }).set("/sitemap.xml", { status: 403 }),
      /returned 403.+\n +→ Let requests with the User-Agent jackfield through/,
    ],
    [
      "a sitemap of another host",
      () =>
        site.replies.set("/sitemap.xml", { body: createSitemap(["https://www.other.example/"]) }),
      /list no page of that host.\n +→ Set SITE_CONTENT to the host/,
    ],
    [
      "a site that is down",
      () => site.goOffline(),
      /can't be reached.+ECONNREFUSED.+\n +→ Check the address and its port/,
    ],
  ])("reports %s as a problem", async (_, setUp, expected) => {
    await setUp();
    expect(await runDoctor({ SITE_CONTENT: site.origin, SITE_CRAWL: "0" })).toMatchObject({
      code: 1,
      output: expect.stringMatching(expected),
    });
    if (expected.source.includes("ECONNREFUSED")) await site.goOnline();
  });

  test("notes that it crawls a site without a sitemap", async () => {
    site.replies.set("/", { body: PAGE });
    const { code, output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain("Jackfield finds up to 500 pages by following links.");
    expect(code).toBe(0);
  });

  test("reports an unknown host name as a problem", async () => {
    const { code, output } = await runDoctor({ SITE_CONTENT: "https://shop.invalid" });
    expect(output).toMatch(/shop\.invalid has no address.+\n +→ Check the host name/);
    expect(code).toBe(1);
  });
});
