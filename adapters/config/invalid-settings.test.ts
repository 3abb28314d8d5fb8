import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { settingsHelp } from "./table.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
const file = join(folder, "file");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true }));

describe("readSettings()", () => {
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
    ["SITE_CRAWL", "all", 'SITE_CRAWL is "all", but must be an integer from 0 to 10000.'],
    ["SITE_SEARCH", "all", 'SITE_SEARCH is "all", but must be paths, titles or text.'],
    [
      "SITE_MAIN",
      "main:has(h1)",
      'SITE_MAIN contains ":has" at position 5 of "main:has(h1)". Expected: tag, #id, .class, [attribute], [attribute=value], or a space or > between elements.',
    ],
    [
      "SITE_EXCLUDE",
      "nav, ",
      "SITE_EXCLUDE ends too early. Expected: tag, #id, .class, [attribute], [attribute=value], or a space or > between elements.",
    ],
    ["SITE_FRONTMATTER", "yes", 'SITE_FRONTMATTER is "yes", but must be on or off.'],
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
    ["SITE_FOO", "80", "SITE_FOO is not a setting. List all settings: npm start -- --help"],
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
  ])("explains why %s=%s is invalid", (name, value, message) => {
    expect(readSettings({ [name]: value })).toEqual({ errors: [message] });
  });

  test.each([
    ["60/60", { quota: 60, windowSeconds: 60, burst: 20 }],
    ["1/1", { quota: 1, windowSeconds: 1, burst: 1 }],
    ["600/60/100", { quota: 600, windowSeconds: 60, burst: 100 }],
    ["off", undefined],
  ])("reads RATE_LIMIT=%s", (text, rate) =>
    expect(readSettings({ RATE_LIMIT: text })).toMatchObject({ site: { rate } }),
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
  ])("rejects RATE_LIMIT=%s", (text) => {
    const message = `RATE_LIMIT is "${text}", but must be off, requests/seconds such as 60/60, or requests/seconds/burst such as 60/60/20.`;
    expect(readSettings({ RATE_LIMIT: text })).toEqual({ errors: [message] });
  });

  test("rejects one origin for both services, unless one is off", () => {
    const environment = { SITE_URL: "https://a.example", PLATFORM_URL: "https://a.example/" };
    expect(readSettings(environment)).toEqual({
      errors: [
        "PLATFORM_URL and SITE_URL are both https://a.example, so clients of the site would find the platform's OAuth metadata. Give the platform a host of its own.",
      ],
    });
    expect(readSettings({ ...environment, SITE: "off" })).not.toHaveProperty("errors");
    expect(readSettings({ ...environment, PLATFORM: "off" })).not.toHaveProperty("errors");
  });

  test("reports all invalid settings at once", () => {
    expect(readSettings({ SITE_PORT: "x", LOG: "y" })).toMatchObject({
      errors: [/SITE_PORT/, /LOG/].map((pattern) => expect.stringMatching(pattern)),
    });
  });
});

describe("settingsHelp()", () => {
  test("lists settings", () => {
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
