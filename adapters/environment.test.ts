import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createHostCheck, createOriginCheck } from "./allowed-hosts.ts";
import { readEnvironment } from "./dot-env.ts";
import { readSettings } from "./environment.ts";
import { DEFAULT_COUNTRIES } from "./payments/stripe/countries.ts";
import { settingsHelp } from "./settings/table.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
const file = join(folder, "file");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true }));

describe("readSettings()", () => {
  test("has defaults for everything", () => {
    expect(readSettings({})).toEqual({
      site: true,
      platform: {
        publicOrigin: undefined,
        hostname: "127.0.0.1",
        port: 4200,
        hosts: [],
        catalogFolder: resolve(import.meta.dirname, "../catalog"),
        returnOrigins: [],
        outboundAllow: [],
        appOverrides: new Map(),
        keyRate: { quota: 600, windowSeconds: 60, burst: 200 },
        unauthenticatedRate: { quota: 20, windowSeconds: 60, burst: 7 },
      },
      content: undefined,
      upstream: undefined,
      contentSignal: undefined,
      aiAgents: undefined,
      htmlHints: false,
      publicOrigin: undefined,
      hostname: "127.0.0.1",
      port: 4100,
      hosts: [],
      name: undefined,
      description: undefined,
      contact: undefined,
      security: undefined,
      products: undefined,
      stripe: undefined,
      shipsTo: DEFAULT_COUNTRIES,
      ucpProfileCheck: false,
      mcpOrigins: [],
      dataFolder: resolve("data"),
      databaseUrl: undefined,
      secretsKey: undefined,
      rate: { quota: 60, windowSeconds: 60, burst: 20 },
      verifiedRate: { quota: 300, windowSeconds: 60, burst: 60 },
      webBotAuth: true,
      trustedProxies: [],
      metrics: "loopback",
      log: undefined,
    });
  });

  test("refuses a file of products beside Stripe's key, and nothing to serve", () => {
    const file = join(folder, "products.json");
    writeFileSync(
      file,
      JSON.stringify({ products: [{ id: "a", title: "A", amount: 100, currency: "EUR" }] }),
    );
    expect(readSettings({ SITE_PRODUCTS: file, STRIPE_SECRET_KEY: "rk_test_1" })).toEqual({
      wrong: [
        "SITE_PRODUCTS and STRIPE_SECRET_KEY are mutually exclusive. Unset SITE_PRODUCTS to sell your Stripe prices, or STRIPE_SECRET_KEY to use the sandbox.",
      ],
    });
    expect(readSettings({ SITE: "off", PLATFORM: "off" })).toEqual({
      wrong: ["SITE and PLATFORM are both off, so there is nothing to serve."],
    });
  });

  test("has no platform where it is off, and takes its settings", () => {
    expect(readSettings({ PLATFORM: "off" })).toMatchObject({ site: true, platform: undefined });
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
      site: false,
      platform: {
        publicOrigin: "https://apps.example",
        port: 0,
        keyRate: undefined,
        unauthenticatedRate: { quota: 5 },
        catalogFolder: folder,
      },
    });
  });

  test("takes what is set, and an empty value for none", () => {
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
      content: { folder },
      publicOrigin: "https://shop.example",
      port: 0,
      hosts: ["a.example", "B.example:8080"],
      contact: "help@shop.example",
      name: undefined,
      rate: undefined,
      log: "json",
    });
  });

  test("takes Stripe by its key, and never shows a secret", () => {
    const secrets = {
      STRIPE_SECRET_KEY: "rk_test_hush",
      STRIPE_WEBHOOK_SECRET: "whsec_hush",
      STRIPE_API_URL: "http://127.0.0.1:4570",
    };
    expect(readSettings({ ...secrets, SITE_SHIPS_TO: "dk, SE,DK" })).toMatchObject({
      stripe: { key: "rk_test_hush", webhookSecret: "whsec_hush", apiUrl: "http://127.0.0.1:4570" },
      shipsTo: ["DK", "SE"],
    });
    expect(readSettings({ STRIPE_WEBHOOK_SECRET: "whsec_hush" })).toEqual({
      wrong: ["STRIPE_WEBHOOK_SECRET is set, but STRIPE_SECRET_KEY is not."],
    });
    for (const url of [
      "http://stripe.example",
      "https://a:hush@stripe.example",
      "https://stripe.example/v1",
      "hush",
    ]) {
      const wrong = readSettings({
        STRIPE_SECRET_KEY: "hush",
        STRIPE_WEBHOOK_SECRET: "hush",
        STRIPE_API_URL: url,
      });
      expect(wrong).toMatchObject({ wrong: { length: 3 } });
      expect(JSON.stringify(wrong)).not.toContain("hush");
    }
  });

  test("has platforms' profiles looked at where the site is public, unless it is said", () => {
    const checksProfiles = (environment: Record<string, string>) =>
      (readSettings(environment) as { ucpProfileCheck: boolean }).ucpProfileCheck;
    expect(checksProfiles({ SITE_URL: "https://shop.example" })).toBe(true);
    expect(checksProfiles({ SITE_URL: "https://shop.example", UCP_PROFILE_CHECK: "off" })).toBe(
      false,
    );
    expect(checksProfiles({ SITE_URL: "http://127.0.0.1:4100" })).toBe(false);
    expect(checksProfiles({ UCP_PROFILE_CHECK: "on" })).toBe(true);
  });

  test("takes a site to stand in front of, and the Host that it is asked for", () => {
    const readUpstream = (variables: Record<string, string>) => {
      const settings = readSettings(variables);
      return "wrong" in settings ? settings.wrong : settings.upstream;
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
      "SITE_ORIGIN and SITE_CONTENT are mutually exclusive.",
    ]);
    expect(
      readUpstream({ SITE_ORIGIN: "https://shop.example", SITE_URL: "https://shop.example" }),
    ).toEqual([
      "SITE_ORIGIN and SITE_URL are both https://shop.example, so the reverse proxy would forward to itself.",
    ]);
  });

  test("writes what crawlers are told as robots.txt has it", () => {
    expect(readSettings({ SITE_CONTENT_SIGNAL: "search = yes,AI-train=no" })).toMatchObject({
      contentSignal: "search=yes, ai-train=no",
    });
  });

  test("takes a live site by its origin or its sitemap", () => {
    expect(readSettings({ SITE_CONTENT: "https://Shop.example" })).toMatchObject({
      content: { url: new URL("https://shop.example/") },
    });
    expect(readSettings({ SITE_CONTENT: "http://127.0.0.1:8080/map.xml?a=1#x" })).toMatchObject({
      content: { url: new URL("http://127.0.0.1:8080/map.xml?a=1") },
    });
  });

  test.each([
    ["SITE_PORT", "4100x", 'SITE_PORT is "4100x", but must be an integer from 0 to 65535.'],
    ["SITE_PORT", "70000", 'SITE_PORT is "70000", but must be an integer from 0 to 65535.'],
    ["SITE_URL", "shop.example", 'SITE_URL is "shop.example", which is not an http or https URL.'],
    [
      "SITE_URL",
      "https://shop.example/x",
      'SITE_URL is "https://shop.example/x", but must be an origin without a path, such as https://shop.example.',
    ],
    [
      "SITE_CONTENT",
      "/no/such/folder",
      'SITE_CONTENT is "/no/such/folder", which is not a folder.',
    ],
    ["SITE_CONTENT", file, `SITE_CONTENT is "${file}", which is not a folder.`],
    [
      "SITE_CONTENT",
      "shop.example/docs",
      'SITE_CONTENT is "shop.example/docs", which is not a folder. For a live site, write https://shop.example/docs.',
    ],
    [
      "SITE_CONTENT",
      "ftp://shop.example/",
      'SITE_CONTENT is "ftp://shop.example/", but the URL of a live site begins with https:// or http://.',
    ],
    ["SITE_CONTENT", "https://", 'SITE_CONTENT is "https://", which is not a URL.'],
    [
      "SITE_CONTENT",
      "https://a:secret@shop.example/",
      "SITE_CONTENT must not contain a user name or a password (in the URL for shop.example).",
    ],
    [
      "SITE_ORIGIN",
      "ftp://origin.internal",
      'SITE_ORIGIN is "ftp://origin.internal", which is not an http or https URL.',
    ],
    [
      "SITE_ORIGIN",
      "http://origin.internal/shop",
      'SITE_ORIGIN is "http://origin.internal/shop", but must be an origin without a path, such as http://origin.internal.',
    ],
    ["SITE_ORIGIN_HOST", "own", "SITE_ORIGIN_HOST is set, but SITE_ORIGIN is not."],
    [
      "SITE_CONTENT_SIGNAL",
      "search=maybe",
      'SITE_CONTENT_SIGNAL contains "search=maybe", which is not a signal. Signals are search, ai-input and ai-train (=yes or =no) and use (=immediate, =reference or =full).',
    ],
    ["SITE_AI_AGENTS", "some", 'SITE_AI_AGENTS is "some", but must be allow or disallow.'],
    ["SITE_HTML_HINTS", "yes", 'SITE_HTML_HINTS is "yes", but must be on or off.'],
    ["SITE_PRODUCTS", "./none.json", 'SITE_PRODUCTS is "./none.json": the file does not exist.'],
    [
      "SITE_PRODUCTS",
      file,
      `SITE_PRODUCTS is "${file}": the file is not valid JSON (check its commas, quotes and brackets).`,
    ],
    ["DATA_DIR", file, `DATA_DIR is "${file}", which is a file instead of a folder.`],
    [
      "DATABASE_URL",
      "mysql://me:sekret@db.example/shop",
      "DATABASE_URL begins with mysql://. Use postgres:// or postgresql://.",
    ],
    [
      "DATABASE_URL",
      "postgres://me:se/kret@db.example/shop",
      "DATABASE_URL is not a URL. Use postgres://user:password@host:5432/database, and percent-encode special characters in the password (%40 for @, %2F for /).",
    ],
    [
      "DATABASE_URL",
      "postgres://me:sekret@db.example/shop?sslmode=sometimes",
      "DATABASE_URL has an unsupported sslmode. Use disable, require, verify-ca or verify-full.",
    ],
    [
      "SITE_SECURITY_CONTACT",
      "call us",
      'SITE_SECURITY_CONTACT is "call us", which is neither an email address nor an https URL.',
    ],
    [
      "SITE_SUPPORT",
      "call us",
      'SITE_SUPPORT is "call us", which is neither an email address nor a URL.',
    ],
    [
      "SITE_SUPPORT",
      "javascript:alert(1)",
      'SITE_SUPPORT is "javascript:alert(1)", which is neither an email address nor a URL.',
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/33",
      'TRUSTED_PROXIES contains "10.0.0.0/33", which is neither an address nor a range such as 10.0.0.0/8.',
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.1, 1",
      'TRUSTED_PROXIES contains "1", which is neither an address nor a range such as 10.0.0.0/8.',
    ],
    [
      "SITE_SHIPS_TO",
      "Denmark",
      'SITE_SHIPS_TO contains "Denmark", which is not a two-letter country code.',
    ],
    [
      "SITE_SHIPS_TO",
      "DK,UK",
      'SITE_SHIPS_TO contains "UK", which is not a country that Stripe ships to. The code of the United Kingdom is GB.',
    ],
    ["SITE_SHIPS_TO", ",", "SITE_SHIPS_TO must name at least one country."],
    [
      "STRIPE_SECRET_KEY",
      "pk_live_hush",
      "STRIPE_SECRET_KEY is not a Stripe secret key or restricted key. They begin with rk_live_, rk_test_, sk_live_ or sk_test_.",
    ],
    [
      "STRIPE_SECRET_KEY",
      "rk_live_hush\n",
      "STRIPE_SECRET_KEY is not a Stripe secret key or restricted key. They begin with rk_live_, rk_test_, sk_live_ or sk_test_.",
    ],
    ["UCP_PROFILE_CHECK", "maybe", 'UCP_PROFILE_CHECK is "maybe", but must be on or off.'],
    ["METRICS", "yes", 'METRICS is "yes", but must be on, off or loopback.'],
    ["LOG", "loud", 'LOG is "loud", but must be pretty, json or off.'],
    [
      "MCP_ORIGINS",
      "app.example",
      'MCP_ORIGINS contains "app.example", which is not an origin such as https://app.example, or *.',
    ],
    ["SITE_PROT", "80", "SITE_PROT is not a setting. Did you mean SITE_PORT?"],
    [
      "CATALOGUE_DIR",
      "/srv/catalog",
      "CATALOGUE_DIR is now called CATALOG_DIR. Rename CATALOGUE_DIR to CATALOG_DIR.",
    ],
    [
      "STAND_INS",
      "github=http://localhost:4000",
      "STAND_INS is now called APP_OVERRIDES. Rename STAND_INS to APP_OVERRIDES.",
    ],
    [
      "RATE_LIMIT_REFUSED",
      "5/60",
      "RATE_LIMIT_REFUSED is now called RATE_LIMIT_UNAUTHENTICATED. Rename RATE_LIMIT_REFUSED to RATE_LIMIT_UNAUTHENTICATED.",
    ],
  ])("says what is wrong with %s=%s", (name, value, message) => {
    expect(readSettings({ [name]: value })).toEqual({ wrong: [message] });
  });

  test.each([
    ["60/60", { quota: 60, windowSeconds: 60, burst: 20 }],
    ["1/1", { quota: 1, windowSeconds: 1, burst: 1 }],
    ["600/60/100", { quota: 600, windowSeconds: 60, burst: 100 }],
    ["off", undefined],
  ])("takes %s for a rate", (text, rate) =>
    expect(readSettings({ RATE_LIMIT: text })).toMatchObject({ rate }),
  );

  test.each([
    "60",
    "60/0",
    "0/60",
    "60/60/0",
    "60/60/61",
    "1/2/1/1",
    "a/b",
    "60/60s",
    "on",
    "-1/60",
  ])("takes %s for no rate", (text) => {
    const message = `RATE_LIMIT is "${text}", but must be off, requests/seconds such as 60/60, or requests/seconds/burst such as 60/60/20.`;
    expect(readSettings({ RATE_LIMIT: text })).toEqual({ wrong: [message] });
  });

  test("says everything that is wrong at once", () => {
    expect(readSettings({ SITE_PORT: "x", LOG: "y" })).toMatchObject({
      wrong: [/SITE_PORT/, /LOG/].map((pattern) => expect.stringMatching(pattern)),
    });
  });
});

describe("settingsHelp()", () => {
  test("names every setting", () => {
    for (const name of [
      "SITE_CONTENT",
      "SITE_URL",
      "SITE_PORT",
      "DATA_DIR",
      "RATE_LIMIT",
      "TRUSTED_PROXIES",
      "LOG",
    ])
      expect(settingsHelp()).toContain(`  ${name}=`);
  });
});

describe("hostRule()", () => {
  const allows = createHostCheck("https://shop.example", ["Other.example:8080"]);
  test.each(["shop.example", "other.example:8080", "localhost:4100", "127.0.0.1", "[::1]:4100"])(
    "answers for %s",
    (host) => {
      expect(allows(host)).toBe(true);
    },
  );
  test.each([
    "evil.example",
    "shop.example.evil.example",
    "other.example",
    "",
    "127.0.0.1.evil.example",
  ])("does not answer for %s", (host) => {
    expect(allows(host)).toBe(false);
  });
});

describe("originRule()", () => {
  test("lets the site's own pages call, and those that are named", () => {
    const allows = createOriginCheck("https://shop.example", ["https://app.example"]);
    expect(
      [
        "https://shop.example",
        "https://app.example",
        "http://shop.example",
        "http://localhost:6274",
        "null",
      ].map(allows),
    ).toEqual([true, true, false, false, false]);
  });
  test("lets every page on loopback call while the site is on it", () => {
    const allows = createOriginCheck("http://127.0.0.1:4100", []);
    expect(["http://localhost:6274", "http://evil.example"].map(allows)).toEqual([true, false]);
  });
  test("lets all pages call if that is set", () => {
    expect(createOriginCheck("https://shop.example", ["*"])("https://any.example")).toBe(true);
  });
});

describe("environmentWithFile()", () => {
  test("reads a .env file, under what the environment says itself", () => {
    writeFileSync(join(folder, ".env"), 'SITE_NAME="My shop" # its name\nexport SITE_PORT=80\n');
    expect(readEnvironment(join(folder, ".env"), { SITE_PORT: "81" })).toEqual({
      environment: { SITE_NAME: "My shop", SITE_PORT: "81" },
    });
    expect(readEnvironment(join(folder, "none"), { SITE_PORT: "81" })).toEqual({
      environment: { SITE_PORT: "81" },
    });
    expect(readEnvironment(folder, {})).toEqual({
      wrong: `The file ${folder} can't be read (EISDIR).`,
    });
  });
});
