import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_COUNTRIES } from "../payments/stripe/countries.ts";
import { readSettings, type Settings } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("readSettings()", () => {
  test("returns the defaults of all settings", () => {
    expect(readSettings({})).toEqual({
      site: {
        content: undefined,
        upstream: undefined,
        contentSignal: undefined,
        aiAgents: undefined,
        htmlHints: false,
        frontMatter: false,
        selectors: undefined,
        search: "text",
        crawlPages: 500,
        publicOrigin: undefined,
        hostname: "127.0.0.1",
        port: 4100,
        hosts: [],
        name: undefined,
        description: undefined,
        contact: undefined,
        security: undefined,
        terms: undefined,
        privacy: undefined,
        products: undefined,
        payments: {},
        shipsTo: DEFAULT_COUNTRIES,
        ucpProfileCheck: false,
        mcpOrigins: [],
        rate: { quota: 60, windowSeconds: 60, burst: 20 },
        verifiedRate: { quota: 300, windowSeconds: 60, burst: 60 },
        webBotAuth: true,
      },
      platform: {
        publicOrigin: undefined,
        hostname: "127.0.0.1",
        port: 4200,
        hosts: [],
        catalogFolder: resolve(import.meta.dirname, "../../catalog"),
        triggers: {
          isWorking: true,
          limits: {},
          eventRates: {
            trigger: { quota: 6_000, windowSeconds: 60, burst: 2_000 },
            account: { quota: 30_000, windowSeconds: 60, burst: 10_000 },
          },
        },
        returnOrigins: [],
        outboundAllow: [],
        appOverrides: new Map(),
        appMarks: true,
        keyRate: { quota: 600, windowSeconds: 60, burst: 200 },
        unauthenticatedRate: { quota: 20, windowSeconds: 60, burst: 7 },
      },
      shared: {
        dataFolder: resolve("data"),
        databaseUrl: undefined,
        secretsKey: undefined,
        trustedProxies: [],
        metrics: "loopback",
        log: undefined,
      },
    });
  });

  test("rejects SITE_PRODUCTS with STRIPE_SECRET_KEY, and both services off", () => {
    const file = join(folder, "products.json");
    writeFileSync(
      file,
      JSON.stringify({ products: [{ id: "a", title: "A", amount: 100, currency: "EUR" }] }),
    );
    expect(readSettings({ SITE_PRODUCTS: file, STRIPE_SECRET_KEY: "rk_test_1" })).toEqual({
      errors: [
        "SITE_PRODUCTS and STRIPE_SECRET_KEY are mutually exclusive. Unset SITE_PRODUCTS to sell your Stripe prices, or STRIPE_SECRET_KEY to use the sandbox.",
      ],
    });
    expect(readSettings({ SITE: "off", PLATFORM: "off" })).toEqual({
      errors: ["SITE and PLATFORM are both off, so there is nothing to serve."],
    });
  });

  test("reads the settings of the platform, which may be off", () => {
    expect(readSettings({ PLATFORM: "off" })).toMatchObject({
      site: { port: 4100 },
      platform: undefined,
    });
    expect(
      readSettings({
        SITE: "off",
        PLATFORM_URL: "https://apps.example",
        PLATFORM_PORT: "0",
        RATE_LIMIT_KEYS: "off",
        RATE_LIMIT_UNAUTHENTICATED: "5/60",
        CATALOG_DIR: folder,
      }),
    ).toMatchObject({
      site: undefined,
      platform: {
        publicOrigin: "https://apps.example",
        port: 0,
        keyRate: undefined,
        unauthenticatedRate: { quota: 5 },
        catalogFolder: folder,
      },
    });
  });

  test("reads values, and treats empty ones as unset", () => {
    const environment = {
      SITE_CONTENT: folder,
      SITE_URL: "https://Shop.example/",
      SITE_PORT: "0",
      SITE_HOSTS: "a.example, B.example:8080",
      SITE_SUPPORT: "help@shop.example",
      SITE_NAME: "",
      RATE_LIMIT: "off",
      LOG: "json",
    };
    expect(readSettings(environment)).toMatchObject({
      site: {
        content: { folder },
        publicOrigin: "https://shop.example",
        port: 0,
        hosts: ["a.example", "B.example:8080"],
        contact: "help@shop.example",
        name: undefined,
        rate: undefined,
      },
      shared: { log: "json" },
    });
  });

  test("reads the keys of Stripe, and never includes secrets in errors", () => {
    const secrets = {
      STRIPE_SECRET_KEY: "rk_test_hush",
      STRIPE_WEBHOOK_SECRET: "whsec_hush",
      STRIPE_API_URL: "http://127.0.0.1:4570",
    };
    expect(readSettings({ ...secrets, SITE_SHIPS_TO: "dk, SE,DK" })).toMatchObject({
      site: {
        payments: secrets,
        shipsTo: ["DK", "SE"],
      },
    });
    expect(readSettings({ STRIPE_WEBHOOK_SECRET: "whsec_hush" })).toEqual({
      errors: ["STRIPE_WEBHOOK_SECRET is set, but STRIPE_SECRET_KEY is not."],
    });
    for (const url of [
      "http://stripe.example",
      "https://a:hush@stripe.example",
      "https://stripe.example/v1",
      "hush",
    ]) {
      const settings = readSettings({
        STRIPE_SECRET_KEY: "hush",
        STRIPE_WEBHOOK_SECRET: "hush",
        STRIPE_API_URL: url,
      });
      expect(settings).toMatchObject({ errors: { length: 3 } });
      expect(JSON.stringify(settings)).not.toContain("hush");
    }
  });

  test("verifies UCP profiles by default if the site is public", () => {
    const checksProfiles = (environment: Record<string, string>) =>
      (readSettings(environment) as Settings).site?.ucpProfileCheck;
    expect(checksProfiles({ SITE_URL: "https://shop.example" })).toBe(true);
    expect(checksProfiles({ SITE_URL: "https://shop.example", UCP_PROFILE_CHECK: "off" })).toBe(
      false,
    );
    expect(checksProfiles({ SITE_URL: "http://127.0.0.1:4100" })).toBe(false);
    expect(checksProfiles({ UCP_PROFILE_CHECK: "on" })).toBe(true);
  });

  test("reads the upstream and its Host header", () => {
    const readUpstream = (variables: Record<string, string>) => {
      const settings = readSettings(variables);
      return "errors" in settings ? settings.errors : settings.site?.upstream;
    };
    expect(
      readUpstream({
        SITE_ORIGIN: "http://origin.internal:8080/",
        SITE_URL: "https://shop.example",
      }),
    ).toEqual({ origin: "http://origin.internal:8080", usesOwnHost: false });
    expect(
      readUpstream({ SITE_ORIGIN: "https://shop.host.example", SITE_URL: "https://shop.example" }),
    ).toMatchObject({ usesOwnHost: true });
    expect(readUpstream({ SITE_ORIGIN: "http://localhost:3000" })).toMatchObject({
      usesOwnHost: true,
    });
    expect(
      readUpstream({
        SITE_ORIGIN: "https://shop.host.example",
        SITE_URL: "https://shop.example",
        SITE_ORIGIN_HOST: "public",
      }),
    ).toMatchObject({ usesOwnHost: false });
    expect(readUpstream({ SITE_ORIGIN: "https://shop.example", SITE_CONTENT: folder })).toEqual([
      "SITE_ORIGIN and SITE_CONTENT are mutually exclusive. Unset one of them.",
    ]);
    expect(
      readUpstream({ SITE_ORIGIN: "https://shop.example", SITE_URL: "https://shop.example" }),
    ).toEqual([
      "SITE_ORIGIN and SITE_URL are both https://shop.example, so the reverse proxy would forward to itself.",
    ]);
  });

  test("normalizes SITE_CONTENT_SIGNAL for robots.txt", () => {
    expect(readSettings({ SITE_CONTENT_SIGNAL: "search = yes,AI-train=no" })).toMatchObject({
      site: { contentSignal: "search=yes, ai-train=no" },
    });
  });

  test("reads the URL of a live site or of its sitemap", () => {
    expect(readSettings({ SITE_CONTENT: "https://Shop.example" })).toMatchObject({
      site: { content: { url: new URL("https://shop.example/") } },
    });
    expect(readSettings({ SITE_CONTENT: "http://127.0.0.1:8080/map.xml?a=1#x" })).toMatchObject({
      site: { content: { url: new URL("http://127.0.0.1:8080/map.xml?a=1") } },
    });
  });
});
