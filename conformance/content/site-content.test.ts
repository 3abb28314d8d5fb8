import { expect, test } from "vitest";
import { readSettings, type Settings } from "../../adapters/config/settings.ts";
import {
  describeSite,
  isNamed,
  openContent,
  waitForNamedSite,
} from "../../adapters/services/site-content.ts";
import { createSitemap, startLiveSite } from "../ports/content/live-site.ts";

test("waitForNamedSite() finds the name of a live site whose home page fails at first", async () => {
  const liveSite = await startLiveSite();
  liveSite.replies
    .set("/sitemap.xml", { body: createSitemap([`${liveSite.origin}/a`]) })
    .set("/", { status: 500 });
  const settings = readSettings({ SITE_CONTENT: liveSite.origin }) as Settings;
  const { content, live: liveContent } = openContent(settings, { warn() {}, log() {} });

  const before = await describeSite(settings, content, "http://agents.example");
  expect([before.name, isNamed(before)]).toEqual([new URL(liveSite.origin).host, false]);
  const later = waitForNamedSite(settings, content, "http://agents.example", { firstMs: 5 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  liveSite.replies.set("/", { body: "<title>Live shop</title>" });
  expect((await later).name).toBe("Live shop");

  liveContent?.close();
  await liveSite.close();
});
