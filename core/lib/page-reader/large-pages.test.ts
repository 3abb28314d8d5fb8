import { describe, expect, it } from "vitest";
import { describeHtml, readHtml, readMarkdown, splitParts } from "./index.ts";
import { hostilePages, hostileSources } from "./testing.ts";

const options = { url: "https://example.com/", format: "markdown" } as const;

describe("readHtml, describeHtml and splitParts", () => {
  it.each(Object.entries(hostilePages))(
    "accept a large page, and keep the output proportional: %s",
    (_, [full, write]) => {
      const html = write(full);
      const { content } = readHtml(html, options);
      expect(content.length).toBeLessThan(html.length * 12 + 1000);
      expect(describeHtml(html)).toBeDefined();
      expect(splitParts(content, 20_000).join("")).toBe(content);
    },
  );
});

describe("readMarkdown", () => {
  it.each(Object.entries(hostileSources))(
    "accepts a large source, and keeps the output proportional: %s",
    (_, [full, write]) => {
      const source = write(full);
      for (const format of ["markdown", "text"] as const)
        expect(readMarkdown(source, { ...options, format }).content.length).toBeLessThan(
          source.length * 12 + 1000,
        );
    },
  );
});
