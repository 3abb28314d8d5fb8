import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import {
  readSettings,
  type Settings,
  siteServiceSettings,
} from "../../adapters/config/settings.ts";
import { siteService } from "../../adapters/services/site.ts";
import { toFetch } from "../../core/site.ts";
import { createSitemap, startLiveSite } from "../ports/content/live-site.ts";
import { createDirectoryOutbound, signRequest } from "../signatures/keys.ts";

// The directories of the signature cases replace the client for public addresses.
vi.mock("../../adapters/outbound/create-outbound.ts", async (importOriginal) => {
  const { createOutbound } =
    await importOriginal<typeof import("../../adapters/outbound/create-outbound.ts")>();
  return {
    createOutbound: (options: Parameters<typeof createOutbound>[0]) =>
      options ? createOutbound(options) : { ...createDirectoryOutbound(), close() {} },
  };
});

const ORIGIN = "https://agents.example";
const closing = new AsyncDisposableStack();
afterEach(() => closing.disposeAsync());

test("metrics and nonces survive when a live site's name becomes known", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  closing.defer(() => rmSync(folder, { recursive: true }));
  const liveSite = await startLiveSite();
  closing.defer(() => liveSite.close());
  liveSite.replies.set("/sitemap.xml", { body: createSitemap([`${liveSite.origin}/a`]) });
  const isFirst = () => liveSite.requests.filter((each) => each === "GET /").length === 0;
  liveSite.replies.set("/", () =>
    isFirst() ? { status: 500 } : { body: "<title>Live shop</title>", wait: 500 },
  );
  const service = await siteService(
    siteServiceSettings(
      readSettings({ SITE_CONTENT: liveSite.origin, DATA_DIR: folder }) as Settings,
    )!,
    {
      log: undefined,
      tracer: undefined,
      clientKey: () => "",
      metrics: {
        process: { runtime: "Test 1", startedSeconds: 0, residentBytes: () => 0 },
        isAllowed: () => true,
      },
      print() {},
      isTerminal: false,
      warn() {},
    },
    ORIGIN,
  );
  closing.defer(() => service.close());
  const fetch = toFetch(service.handler);
  const url = `${ORIGIN}/agent/site.json`;
  const signed = signRequest(url, { extraParameters: ';nonce="bm9uY2UtMQ"' });
  const send = async () => {
    const response = await fetch(new Request(url, { headers: signed }));
    const { name } = (await response.json()) as { name: string };
    return { name, outcome: response.headers.get("signature-outcome") };
  };
  const countRequests = async () => {
    const text = await (await fetch(new Request(`${ORIGIN}/metrics`))).text();
    return Number(/_requests_total\{route="\/agent\/site.json",.*\} (\d+)/.exec(text)?.[1]);
  };

  expect(await send()).toEqual({
    name: new URL(liveSite.origin).host,
    outcome: expect.stringMatching(/^verified;/),
  });
  await expect
    .poll(async () => (await (await fetch(new Request(url))).json()).name)
    .toBe("Live shop");
  expect(await send()).toEqual({
    name: "Live shop",
    outcome: expect.stringMatching(/^invalid;reason=replayed;/),
  });
  expect(await countRequests()).toBeGreaterThan(2);
});
