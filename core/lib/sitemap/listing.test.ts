import { describe, expect, test } from "vitest";
import { explainForeignUrl, listedPage, pagesOnSite, pathOnSite } from "./listing.ts";

describe("pathOnSite()", () => {
  test.each([
    ["https://shop.example", "/"],
    ["https://shop.example/", "/"],
    ["https://shop.example/a/b.html", "/a/b.html"],
    ["http://shop.example/a", "/a"],
    ["https://SHOP.example:443/a#b", "/a"],
    ["https://shop.example/a/../b?c=d", "/b?c=d"],
    ["https://shop.example/caf\u00e9", "/caf%C3%A9"],
  ])("finds %s on the site", (loc, path) => {
    expect(pathOnSite("https://shop.example", loc)).toBe(path);
  });

  test.each([
    "/a",
    "ftp://shop.example/a",
    "https://www.shop.example/a",
    "https://shop.example.other.example/a",
    "https://shop.example@other.example/a",
    "https://u:p@shop.example/a",
    "https://shop.example:8443/a",
    "https://shop.example//a",
    "https://shop.example/a%2fb",
    "https://shop.example/%00",
    `https://shop.example/${"a".repeat(2048)}`,
  ])("does not find %s on the site", (loc) => {
    expect(pathOnSite("https://shop.example", loc)).toBeUndefined();
  });

  test("reads a URL of 3 MB, for which quadratic work would take minutes", () => {
    const path = `${"/a.".repeat(1_000_000)}!`;
    expect(pathOnSite("https://shop.example", `https://shop.example${path}`)).toBeUndefined();
  });
});

test.each([
  ["/a", 'is "/a", which isn\'t an absolute URL'],
  ["ftp://shop.example/a", 'has the unsupported scheme "ftp:"'],
  ["https://www.shop.example/a", 'is "https://www.shop.example/a", which is on another host'],
  ["https://u:secret@shop.example/a", "contains a user name or a password"],
  ["https://shop.example//a", 'is "https://shop.example//a", which has an unsafe path'],
])("explainForeignUrl() explains that %s %s", (loc, explanation) => {
  expect(explainForeignUrl("https://shop.example", loc)).toBe(explanation);
});

test("pagesOnSite() lists each page once and separates URLs of other sites", () => {
  const entries = [
    "https://a.example/b",
    "http://a.example/b",
    "https://other.example/",
    "https://a.example/b?c",
  ].map((loc, at) => ({ at, loc, modified: `2026-01-0${at + 1}` }));
  expect(pagesOnSite("https://a.example", entries)).toEqual({
    pages: [
      { path: "/b", modified: "2026-01-01" },
      { path: "/b?c", modified: "2026-01-04" },
    ],
    foreign: [{ at: 2, loc: "https://other.example/", modified: "2026-01-03" }],
  });
});

describe("listedPage()", () => {
  const pages = ["/a?id=1", "/b", "/c/"].map((path) => ({ path }));

  test.each([
    ["/a?id=1", "/a?id=1"],
    ["/a", undefined],
    ["/a?id=2", undefined],
    ["/b", "/b"],
    ["/b?utm=x", "/b"],
    ["/b/", "/b"],
    ["/c", "/c/"],
    ["/", "/"],
    ["/?x", "/"],
    ["/d", undefined],
  ])("finds for %s the page %s", (path, listed) => {
    expect(listedPage(pages, path)?.path).toBe(listed);
  });
});
