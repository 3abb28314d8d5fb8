import { expect, test } from "vitest";
import {
  readSettings,
  type Settings,
  siteServiceSettings,
} from "../../adapters/config/settings.ts";
import { openCurrentSite } from "../../adapters/services/current-site.ts";
import { isNamed, openContent } from "../../adapters/services/site-content.ts";
import { createSitemap, startLiveSite } from "../ports/content/live-site.ts";

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
