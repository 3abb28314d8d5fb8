import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FACTS_FOLDER } from "../../adapters/catalog/facts/facts-folder.ts";
import { readOverlay } from "../../adapters/catalog/facts/read-facts.ts";
import { withAppOverrides } from "../../adapters/catalog/own-apps/app-overrides.ts";
import { type CompiledApp, compileApp } from "../../core/lib/openapi-tools/compile/index.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";
import recorded from "../fixtures/open-apps.json" with { type: "json" };
import { startUpstream } from "../fixtures/platform/tool-runner.ts";

/** The apps that work without an account, and their recorded responses by path. */
const responses: Readonly<Record<string, Readonly<Record<string, unknown>>>> = recorded;
const slugs = Object.keys(responses);

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let platform: TestPlatform;

beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    const body = slugs.map((slug) => responses[slug]![url]).find(Boolean);
    response
      .writeHead(body ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(body ?? { message: `Nothing is recorded for ${url}` }));
  });
  const catalog = createMemoryCatalog(compileOpenApps());
  const overrides = new Map(slugs.map((slug) => [slug, upstream.origin]));
  platform = await startTestPlatform([], {
    allowedOrigins: [upstream.origin],
    catalog: withAppOverrides(catalog, overrides),
  });
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterAll(async () => {
  await platform.close();
  await upstream.close();
});

function compileOpenApps(): CompiledApp[] {
  const overlay = readOverlay(FACTS_FOLDER);
  return slugs.map((slug) => {
    const document = overlay.own.get(`jackfield:${slug}`);
    const source = { origin: "test", document: slug, retrievedAt: "2026-11-21T10:00:00Z" };
    const app = compileApp([{ document, source }], { slug, overlay: overlay.apps.get(slug) });
    if ("refused" in app) throw new Error(app.why);
    return app;
  });
}

const run = async (tool: string, args: object) =>
  (await platform.api("POST", `/tools/${tool}/run`, { arguments: args })).body;

describe("an app that requires no account", () => {
  it.each([
    [
      "open_meteo.get_weather",
      { latitude: 52.52, longitude: 13.41, current: ["temperature_2m", "wind_speed_10m"] },
    ],
    ["open_meteo.search_places", { name: "Berlin", count: 1 }],
    ["frankfurter.get_latest_rates", { symbols: ["CHF", "GBP"] }],
    ["frankfurter.get_rates_on_date", { date: "1999-01-04", base: "USD", symbols: ["EUR"] }],
    [
      "frankfurter.get_rates_over_time",
      { start_date: "2024-11-22", end_date: "2024-11-25", symbols: ["USD"] },
    ],
    ["wikipedia.search_articles", { q: "earth", limit: 1 }],
    ["wikipedia.get_summary", { title: "Albert Einstein" }],
    ["hacker_news.get_item", { id: 8863 }],
    ["hacker_news.list_stories", { list: "topstories" }],
    ["hacker_news.search_stories", { tags: ["front_page"], hitsPerPage: 1 }],
  ])("runs %s without a connection", async (tool, args) => {
    const body = await run(tool, args);
    expect(upstream.requests).toHaveLength(1);
    expect(body).toMatchObject({ status: "succeeded", connection: null });
    const [slug] = tool.split(".");
    expect(body.data).toEqual(responses[slug!]![upstream.requests[0]!.url]);
  });

  it("receives no request before a tool runs", async () => {
    for (const slug of slugs) {
      expect((await platform.api("GET", `/apps/${slug}`)).body).toMatchObject({
        auth: [{ type: "none", configured: true }],
      });
      await platform.api("GET", `/apps/${slug}/tools`);
    }
    const { body } = await platform.api("POST", "/tools/find", {
      task: "today's exchange rate of the dollar",
    });
    expect(body.tools[0]).toMatchObject({
      name: "frankfurter.get_latest_rates",
      connection: { ready: true },
    });
    expect(upstream.requests).toEqual([]);
  });

  it.each([
    ["open_meteo.get_weather", "https://api.open-meteo.com"],
    ["open_meteo.search_places", "https://geocoding-api.open-meteo.com"],
    ["frankfurter.get_latest_rates", "https://api.frankfurter.dev/v1"],
    ["wikipedia.get_summary", "https://{language}.wikipedia.org"],
    ["hacker_news.get_item", "https://hacker-news.firebaseio.com"],
    ["hacker_news.search_stories", "https://hn.algolia.com"],
  ])("serves %s at %s", (name, base) => {
    const app = compileOpenApps().find(({ record }) => name.startsWith(`${record.slug}.`))!;
    const tool = app.tools.find((each) => each.name === name)!;
    expect(tool.binding?.base ?? app.record.base).toBe(base);
    expect(tool.annotations.readOnly).toBe(true);
  });

  it("receives a User-Agent with a contact if it requires one", async () => {
    await run("wikipedia.search_articles", { q: "earth", limit: 1 });
    expect(upstream.requests[0]!.headers["user-agent"]).toMatch(/^Jackfield \(https:/);
  });
});
