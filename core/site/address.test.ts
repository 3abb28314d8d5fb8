import { describe, expect, test } from "vitest";
import { isLoopback } from "../lib/kit/net/loopback.ts";
import { pathWithin } from "./address.ts";
import type { Site } from "./site.ts";

const site: Site = {
  origin: "https://shop.example",
  name: "Shop",
  description: "",
  notOffered: [],
};
const local: Site = { ...site, origin: "http://127.0.0.1:4100" };

describe("pathWithin()", () => {
  test.each([
    ["https://shop.example", "/"],
    ["https://shop.example/a/b.html?x=1#y", "/a/b.html"],
    ["https://SHOP.example:443/a", "/a"],
    ["https://shop.example/a/../b", "/b"],
    ["https://shop.example/caf\u00e9", "/caf%C3%A9"],
  ])("finds %s within the site", (url, path) => {
    expect(pathWithin(site, url)).toBe(path);
  });

  test.each([
    "/a",
    "shop.example/a",
    "http://shop.example/a",
    "https://shop.example:8443/a",
    "https://other.example/a",
    "https://shop.example.other.example/",
    "https://shop.example@other.example/",
    "https://user@shop.example/",
    "https://user:secret@shop.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://shop.example/a%2f..%2f..%2fetc/passwd",
    "https://shop.example/%2e%2e%2fetc",
    "https://shop.example/a%5c..%5cb",
    "https://shop.example/a%00b",
    "https://shop.example//other.example/",
    "https://shop.example/%E0%A4%A",
  ])("rejects %s", (url) => {
    expect(() => pathWithin(site, url)).toThrow(
      expect.objectContaining({ code: "outside_site", status: 400 }),
    );
  });

  test("accepts pages of a live site with their queries, at the site's origin and at this service's", () => {
    const live: Site = { ...site, pagesOrigin: "https://live.example" };
    expect(pathWithin(live, "https://live.example/a?x=1#y")).toBe("/a?x=1");
    expect(pathWithin(live, "https://shop.example/a")).toBe("/a");
    expect(() => pathWithin(live, "https://other.example/a")).toThrow(
      expect.objectContaining({ hint: "Use a URL that begins with https://live.example/." }),
    );
    expect(() => pathWithin(live, "https://live.example/a%2f..%2fb")).toThrow("leads outside");
  });

  test("never repeats a password", () => {
    expect(() => pathWithin(site, "https://user:secret@shop.example/")).toThrow(/^(?!.*secret)/);
  });

  test("accepts every loopback name while the site is on loopback", () => {
    expect(pathWithin(local, "http://localhost:4100/a")).toBe("/a");
    expect(pathWithin(local, "http://[::1]:4100/a")).toBe("/a");
    expect(() => pathWithin(local, "http://localhost:4101/a")).toThrow(
      "is on another origin, http://localhost:4101",
    );
    expect(() => pathWithin(site, "https://localhost/a")).toThrow(
      "is on another origin, https://localhost",
    );
  });
});

describe("isLoopback()", () => {
  test.each(["localhost", "site.localhost", "127.0.0.1", "127.9.9.9", "[::1]"])(
    "returns true for %s",
    (name) => {
      expect(isLoopback(name)).toBe(true);
    },
  );
  test.each(["localhost.example", "127.0.0.1.example", "128.0.0.1", "[::2]", "127.example", ""])(
    'returns false for "%s"',
    (name) => {
      expect(isLoopback(name)).toBe(false);
    },
  );
});
