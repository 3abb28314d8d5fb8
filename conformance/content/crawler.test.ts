import { describe, expect, test } from "vitest";
import { parseSettings, siteServiceSettings } from "../../adapters/config/settings.ts";
import { DEMO_FOLDER, DEMO_SITE } from "../../adapters/content/demo.ts";
import { folderContent } from "../../adapters/content/folder.ts";
import { createMemoryRateLimiter } from "../../adapters/rate-limit/memory.ts";
import { createSite, toFetch } from "../../core/index.ts";

const ORIGIN = "https://shop.example";
const { rate } = siteServiceSettings(parseSettings({}).settings)!;

/** Serves the demo shop with the default rate limit and a simulated clock. */
function createShop() {
  const clock = { milliseconds: 0 };
  const content = folderContent(DEMO_FOLDER);
  const limiter = createMemoryRateLimiter(rate!, { now: () => clock.milliseconds });
  const handler = createSite({
    site: { origin: ORIGIN, ...DEMO_SITE },
    content,
    allowsHost: () => true,
    allowsOrigin: () => true,
    rateLimit: { rate: rate!, limiter, clientKey: () => "crawler" },
  });
  return { clock, content, send: toFetch(handler) };
}

/** Returns a request for each representation of a page. */
function representations(path: string): Request[] {
  const url = ORIGIN + path;
  const read = `${ORIGIN}/agent/read?url=${encodeURIComponent(url)}`;
  const call = { name: "read_page", arguments: { url } };
  return [
    new Request(url),
    new Request(url, { headers: { accept: "text/markdown" } }),
    new Request(url.endsWith("/") ? `${url}index.md` : url.replace(/\.html$/, ".md")),
    new Request(read),
    new Request(`${read}&format=text`),
    new Request(read, { headers: { accept: "application/json" } }),
    new Request(`${ORIGIN}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    }),
  ];
}

describe("a crawler within the default rate limit", () => {
  test.for([
    [1, 2],
    [2, 4],
    [5, 3],
  ] as const)(
    "reads every page in every representation at %i requests a second, %i at a time",
    async ([perSecond, parallel]) => {
      const { clock, content, send } = createShop();
      const requests = (await content.listPages()).flatMap(({ path }) => representations(path));
      const statuses = new Map<number, number>();
      for (let at = 0; at < requests.length; at += parallel) {
        const responses = await Promise.all(requests.slice(at, at + parallel).map(send));
        for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        clock.milliseconds += (1000 * parallel) / perSecond;
      }
      expect(requests.length).toBeGreaterThan(200);
      expect([...statuses]).toEqual([[200, requests.length]]);
    },
  );
});
