import { describe, expect, it } from "vitest";
import { convertPage, type PageSource } from "../../lib/page-reader/index.ts";
import { createPageRenditions, LARGE_PAGE_BYTES } from "./page-renditions.ts";

const createSource = (html: string) => ({
  bytes: new TextEncoder().encode(html),
  type: "text/html",
  url: "https://shop.example/page",
  format: "markdown" as const,
});
const LARGE = createSource(`<p>${"x".repeat(LARGE_PAGE_BYTES)}`);

/** Counts the pages that are passed to the converter for large pages. */
const createCounted = (maxBytes?: number) => {
  const converted: PageSource[] = [];
  const renditions = createPageRenditions({
    convertLarge: async (source) => {
      converted.push(source);
      return convertPage(source);
    },
    ...(maxBytes && { maxBytes }),
  });
  return { converted, renditions };
};

describe("createPageRenditions()", () => {
  it("passes only large pages to the converter", async () => {
    const { converted, renditions } = createCounted();
    await renditions.convert("small", createSource("<p>x"));
    expect(converted).toHaveLength(0);
    await renditions.convert("large", LARGE);
    expect(converted).toHaveLength(1);
  });

  it("converts a page once for concurrent and later requests", async () => {
    const { converted, renditions } = createCounted();
    const results = await Promise.all(
      Array.from({ length: 5 }, () => renditions.convert("a", LARGE)),
    );
    expect(renditions.get("a")).toBe(results[4]);
    expect(converted).toHaveLength(1);
  });

  it("evicts the least recently used rendition", async () => {
    const { renditions } = createCounted(2000);
    const source = createSource(`<p>${"x".repeat(500)}`);
    await renditions.convert("a", source);
    await renditions.convert("b", source);
    renditions.get("a");
    await renditions.convert("c", source);
    expect(["a", "b", "c"].map((key) => renditions.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("remembers that a page can't be converted", async () => {
    const { converted, renditions } = createCounted();
    const binary = createSource(`\0${"x".repeat(LARGE_PAGE_BYTES)}`);
    const problem = expect.objectContaining({ code: "unreadable_page" });
    await expect(renditions.convert("a", binary)).rejects.toEqual(problem);
    expect(() => renditions.get("a")).toThrow("https://shop.example/page contains binary data.");
    expect(converted).toHaveLength(1);
  });

  it("asks clients to try again while too many pages are converted, and remembers nothing", async () => {
    const renditions = createPageRenditions({ convertLarge: async () => ({ failure: "busy" }) });
    await expect(renditions.convert("a", LARGE)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "5" },
    });
    expect(renditions.get("a")).toBeUndefined();
  });

  it("stores nothing without a key", async () => {
    const { converted, renditions } = createCounted();
    await renditions.convert(undefined, LARGE);
    await renditions.convert(undefined, LARGE);
    expect(converted).toHaveLength(2);
  });
});
