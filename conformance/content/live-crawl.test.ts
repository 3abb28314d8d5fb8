import { describe, expect, it } from "vitest";
import { pageIndexFor } from "../../core/lib/page-search/index.ts";
import { createSitemap } from "../ports/content/live-site.ts";
import { listPaths, useLiveSite } from "../ports/content/use-live-site.ts";

const site = useLiveSite();
const link = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

/** Opens the site with a crawler that doesn't wait between requests. */
const open = (options = {}) =>
  site.open("/", { crawlPages: 50, crawlIntervalMs: 1, learnMs: 1, ...options });

describe("a site without a sitemap", () => {
  it("is crawled from its home page, the nearest pages first", async () => {
    site.setReply("/", link("/guide/", "about.html", "/"));
    site.setReply("/guide/", `<base href="/guide/">${link("first", "/about.html#team")}`);
    site.setReply("/about.html", "<title>About</title>");
    site.setReply("/guide/first", link("../guide/", "/"));
    const content = open();
    await eventually(() => listPaths(content)).toEqual([
      "/",
      "/guide/",
      "/about.html",
      "/guide/first",
    ]);
    await eventually(() => site.messages.at(-1)).toBe(
      `Found 4 pages of ${site.server.origin} by following links.`,
    );
    expect(site.messages[0]).toBe(
      `${site.server.origin} has no sitemap in robots.txt or at the usual paths. Jackfield finds up to 50 pages by following links.`,
    );
    expect(site.server.requests.filter((line) => line === "GET /guide/")).toHaveLength(1);
  });

  it("is searched by the titles and texts of the pages found", async () => {
    site.setReply("/", link("/a"));
    site.setReply("/a", "<title>Backups</title><p>How to restore a database.");
    const content = open();
    const search = async () => {
      const index = pageIndexFor(await content.listPages(), "text");
      return index.search("restore the database", 5).matches.map(({ page }) => page.path);
    };
    await eventually(search).toEqual(["/a"]);
  });

  it("obeys robots.txt, nofollow and noindex", async () => {
    site.setReply("/robots.txt", "User-agent: *\nDisallow: /private\nAllow: /private/open");
    site.setReply("/", link("/private", "/private/open", "/hidden", "/last"));
    site.setReply("/private/open", `<meta name="robots" content="nofollow">${link("/unseen")}`);
    site.setReply("/hidden", `<meta name="robots" content="noindex">${link("/through")}`);
    site.setReply("/last", "");
    site.setReply("/through", "");
    const content = open();
    await eventually(() => listPaths(content)).toEqual(["/", "/private/open", "/last", "/through"]);
    expect(site.server.requests).not.toContain("GET /private");
    expect(site.server.requests).not.toContain("GET /unseen");
    await eventually(() => site.messages.at(-1)).toBe(
      `Found 4 pages of ${site.server.origin} by following links. Pages with noindex aren't listed, such as ${site.url("/hidden")}.`,
    );
  });

  it("obeys X-Robots-Tag and directives for its own name", async () => {
    site.setReply("/", link("/header", "/other", "/named", "/last"));
    site.setReply("/header", link("/unseen"), { "x-robots-tag": "noindex, nofollow" });
    site.setReply("/other", link("/seen"), { "x-robots-tag": "otherbot: noindex, nofollow" });
    site.setReply("/named", `<meta name="Jackfield" content="noindex">`);
    site.setReply("/seen", "");
    site.setReply("/last", "");
    const content = open();
    await eventually(() => listPaths(content)).toEqual(["/", "/other", "/last", "/seen"]);
    expect(site.server.requests).not.toContain("GET /unseen");
  });

  it("reads nothing while robots.txt fails", async () => {
    site.server.replies.set("/robots.txt", { status: 503 });
    site.setReply("/", link("/a"));
    open();
    await eventually(() => site.messages.at(-1)).toBe(
      `${site.server.origin} can't be crawled. ${site.server.origin}/robots.txt returned 503.`,
    );
    expect(site.server.requests).not.toContain("GET /");
  });

  it("never leaves the site, and skips files, queries and repeated segments", async () => {
    site.setReply(
      "/",
      link(
        "https://elsewhere.example/a",
        "//elsewhere.example/b",
        "/calendar?month=1",
        "/logo.PNG",
        "mailto:a@shop.example",
        "/x/x/x/",
        "/away",
        "/page",
      ),
    );
    site.server.replies.set("/away", {
      status: 302,
      headers: { location: "https://elsewhere.example/" },
    });
    site.setReply("/page", "");
    const content = open();
    await eventually(() => listPaths(content)).toEqual(["/", "/page"]);
    expect(
      site.server.requests.filter((line) => /calendar|logo|\/x\/|elsewhere/.test(line)),
    ).toEqual([]);
    await eventually(() => site.messages.at(-1)).toBe(
      [
        `Found 2 pages of ${site.server.origin} by following links.`,
        `URLs with a query are skipped, such as ${site.url("/calendar?month=1")}.`,
        `Paths that repeat a segment three times are skipped, such as ${site.url("/x/x/x/")}.`,
      ].join(" "),
    );
  });

  it("lists the targets of redirects with their titles, if they may be crawled", async () => {
    const redirect = (location: string) => ({ status: 301, headers: { location } });
    site.setReply("/robots.txt", "User-agent: *\nDisallow: /private");
    site.setReply("/", link("/about", "/go", "/s1"));
    site.server.replies.set("/about", redirect("/about/"));
    site.server.replies.set("/go", redirect("/private/x"));
    site.server.replies.set("/s1", redirect("/cart?sid=1"));
    for (const path of ["/about/", "/private/x", "/cart?sid=1"])
      site.setReply(path, `<title>Title of ${path}</title>`);
    const content = open();
    await eventually(() => content.listPages()).toMatchObject([
      { path: "/" },
      { path: "/about/", title: "Title of /about/" },
    ]);
  });

  it("stops at its limit, with a message", async () => {
    site.setReply("/", link(...Array.from({ length: 20 }, (_, at) => `/${at}`)));
    for (let at = 0; at < 20; at++) site.setReply(`/${at}`, "");
    const content = open({ crawlPages: 5 });
    await eventually(() => site.messages.at(-1)).toBe(
      `Found 5 pages of ${site.server.origin} by following links, the limit of SITE_CRAWL. To list all pages, raise it or add a sitemap.`,
    );
    await eventually(() => listPaths(content)).toEqual(["/", "/0", "/1", "/2", "/3"]);
    expect(site.server.requests).not.toContain("GET /5");
  });

  it("tries a failed page again", async () => {
    let attempts = 0;
    site.setReply("/", link("/shaky", "/a"));
    site.setReply("/a", "");
    site.server.replies.set("/shaky", () => ({
      status: ++attempts === 1 ? 503 : 200,
      headers: { "retry-after": "0" },
    }));
    const content = open();
    await eventually(() => listPaths(content)).toEqual(["/", "/a", "/shaky"]);
  });

  it("uses the sitemap once there is one", async () => {
    site.setReply("/", link("/a"));
    site.setReply("/a", "");
    const content = open({ refreshMs: 20 });
    await eventually(() => listPaths(content)).toEqual(["/", "/a"]);
    site.setReply("/sitemap.xml", createSitemap([site.url("/b")]));
    await eventually(() => listPaths(content)).toEqual(["/b"]);
  });

  it("is an error if crawling is turned off", async () => {
    site.setReply("/", link("/a"));
    await expect(open({ crawlPages: 0 }).listPages()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("has no sitemap"),
    });
  });
});
