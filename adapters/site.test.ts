import { expect, test } from "vitest";
import { sitemapOf, startLiveSite } from "../conformance/ports/content/live-site.ts";
import { readSettings, type Settings } from "./environment.ts";
import { contentOf, isNamed, siteOf, siteOnceNamed } from "./site.ts";

test("a live site whose home page can't be read at first gets its name later", async () => {
  const live = await startLiveSite();
  live.replies
    .set("/sitemap.xml", { body: sitemapOf([`${live.origin}/a`]) })
    .set("/", { status: 500 });
  const settings = readSettings({ SITE_CONTENT: live.origin }) as Settings;
  const { content, live: closing } = contentOf(settings, { warn() {}, tell() {} });

  const before = await siteOf(settings, content, "http://agents.example");
  expect([before.name, isNamed(before)]).toEqual([new URL(live.origin).host, false]);
  const later = siteOnceNamed(settings, content, "http://agents.example", { firstMs: 5 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  live.replies.set("/", { body: "<title>Live shop</title>" });
  expect((await later).name).toBe("Live shop");

  closing?.close();
  await live.close();
});
