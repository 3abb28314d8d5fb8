import { expect, test } from "vitest";
import { createFetchedFacts } from "../../adapters/content/live/fetched-facts.ts";

const bytes = new TextEncoder().encode('<title>T</title><a href="/b?c">b</a>');
const createResource = (robots?: string) => ({
  path: "/a",
  type: "text/html",
  size: bytes.length,
  etag: '"1"',
  modified: "2026-11-25T00:00:00.000Z",
  ...(robots && { robots }),
  bytes: async () => bytes,
  stream: () => new Blob([bytes]).stream(),
});

test("a page that was just fetched isn't read again for the crawl", async () => {
  const facts = createFetchedFacts("https://shop.example", { keepsText: true });
  const resource = createResource("noindex");
  expect(facts.read(resource, bytes).facts).toEqual({ title: "T", text: "b" });
  resource.bytes = () => Promise.reject(new Error("read again"));
  expect(await facts.readForCrawl(resource)).toEqual({
    path: "/a",
    links: ["/b?c"],
    isTruncated: false,
    isNoindex: true,
    isNofollow: false,
  });
});

test("another page is read for the crawl, with its beginning only", async () => {
  const facts = createFetchedFacts("https://shop.example", { keepsText: false });
  facts.read(createResource(), bytes);
  const large = new TextEncoder().encode(`<a href="/x">x</a>${" ".repeat(1024 * 1024)}`);
  const resource = { ...createResource(), bytes: async () => large };
  expect(await facts.readForCrawl(resource)).toMatchObject({ links: ["/x"], isTruncated: true });
});
