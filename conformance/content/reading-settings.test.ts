import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  readSettings,
  type Settings,
  siteServiceSettings,
} from "../../adapters/config/settings.ts";
import { createPageConverter } from "../../adapters/content/page-converter.ts";
import { createUpstream, describeSite, openContent } from "../../adapters/services/site-content.ts";
import { createSite, toFetch } from "../../core/index.ts";
import { createSitemap } from "../ports/content/live-site.ts";
import { useLiveSite } from "../ports/content/use-live-site.ts";

const ORIGIN = "https://shop.example";
const PAGE = `<title>Tape</title><meta name="description" content="All: about tape"><nav>Menu</nav>
  <div id="text"><h1>Tape</h1><p>Clean the heads. <i class="ad">Advert</i></p></div><p>Outside</p>`;
const CONTENT = "# Tape\n\nClean the heads.\n";

const live = useLiveSite();

/** Serves a site with settings, as the service does. */
async function serve(environment: Record<string, string>) {
  const settings = siteServiceSettings(
    readSettings({ SITE_MAIN: "#text", SITE_EXCLUDE: ".ad", ...environment }) as Settings,
  )!;
  const opened = openContent(settings, { warn() {}, log() {} }, { learnMs: 1 });
  if (opened.live) live.use(opened.live);
  const upstream = createUpstream(settings);
  const converter = createPageConverter();
  live.use({ close: () => void converter.close() });
  const handler = createSite({
    site: await describeSite(settings, opened.content, ORIGIN),
    content: opened.content,
    convertLargePage: converter.convert,
    selectors: settings.selectors,
    allowsHost: () => true,
    allowsOrigin: () => true,
    ...(upstream && { upstream }),
  });
  const send = toFetch(handler);
  return {
    content: opened.content,
    fetchText: async (path: string, headers: Record<string, string> = {}) =>
      (await send(new Request(ORIGIN + path, { headers }))).text(),
    send: (path: string, headers: Record<string, string> = {}) =>
      send(new Request(ORIGIN + path, { headers })),
  };
}

/** The environment of a folder, a live site and a reverse proxy, each with the page at `/tape`. */
const SOURCES = {
  folder: () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    live.use({ close: () => rmSync(folder, { recursive: true }) });
    writeFileSync(join(folder, "tape.html"), PAGE);
    writeFileSync(join(folder, "large.html"), `${PAGE}<!-- ${"x".repeat(100_000)} -->`);
    return { environment: { SITE_CONTENT: folder }, page: `${ORIGIN}/tape.html` };
  },
  "live site": () => {
    live.setReply("/tape", PAGE);
    live.setReply("/sitemap.xml", createSitemap([live.url("/tape")]));
    return { environment: { SITE_CONTENT: live.server.origin }, page: live.url("/tape") };
  },
  upstream: () => {
    live.setReply("/tape", PAGE);
    return {
      environment: { SITE_ORIGIN: live.server.origin, SITE_URL: ORIGIN },
      page: `${ORIGIN}/tape`,
    };
  },
};

describe.each(Object.entries(SOURCES))("SITE_MAIN and SITE_EXCLUDE of a %s", (_, createSource) => {
  test("decide what is read, searched and listed", async () => {
    const { environment, page } = createSource();
    const { content, fetchText } = await serve(environment);
    const read = `/agent/read?url=${encodeURIComponent(page)}`;
    expect(await fetchText(read)).toBe(CONTENT);
    expect(await fetchText(`${read}&format=text`)).toBe("Tape\n\nClean the heads.\n");
    await content.listPages();
    const find = async () =>
      (await content.listPages()).find(({ path }) => path.startsWith("/tape"))?.text;
    if (!("SITE_ORIGIN" in environment)) {
      await expect.poll(find).toBe("Tape\nClean the heads.");
      expect(await fetchText("/llms-full.txt")).toContain(`Source: ${page}\n\n${CONTENT.trim()}`);
    }
    if (!page.startsWith(live.server.origin))
      expect(await fetchText(new URL(page).pathname, { accept: "text/markdown" })).toBe(CONTENT);
  });
});

test("large pages are read with the same selectors, in their thread", async () => {
  const { environment } = SOURCES.folder();
  const { fetchText } = await serve(environment);
  expect(await fetchText("/large.md")).toBe(CONTENT);
});

describe("front matter", () => {
  const FRONT_MATTER = (canonical: string) =>
    `---\ntitle: "Tape"\ndescription: "All: about tape"\ncanonical: "${canonical}"\n---\n\n`;

  test("begins Markdown if SITE_FRONTMATTER is on, with another ETag", async () => {
    const { environment, page } = SOURCES.folder();
    const plain = await serve(environment);
    const site = await serve({ ...environment, SITE_FRONTMATTER: "on" });
    const expected = FRONT_MATTER(page) + CONTENT;
    const read = `/agent/read?url=${page}`;
    for (const path of ["/tape.md", read, `${read}&frontmatter=true`])
      expect(await site.fetchText(path)).toBe(expected);
    expect(await site.fetchText(`${read}&frontmatter=false`)).toBe(CONTENT);
    expect(await site.fetchText(`${read}&format=text`)).toBe("Tape\n\nClean the heads.\n");
    expect(await site.fetchText("/llms-full.txt")).not.toContain('title: "Tape"');
    const etags = await Promise.all(
      [plain, site].map(async ({ send }) => (await send("/tape.md")).headers.get("etag")),
    );
    expect(new Set(etags).size).toBe(2);
  });

  test("counts in the length and the first part of a page", async () => {
    const { environment, page } = SOURCES.folder();
    const { send } = await serve(environment);
    const accept = { accept: "application/json" };
    const path = `/agent/read?url=${page}&frontmatter=true`;
    expect(await (await send(path, accept)).json()).toMatchObject({
      content: FRONT_MATTER(page) + CONTENT,
      length: (FRONT_MATTER(page) + CONTENT).length,
      part: 1,
      parts: 1,
    });
  });
});
