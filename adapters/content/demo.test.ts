import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withAbsoluteLinks } from "./absolute-links.ts";
import { DEMO_FOLDER } from "./demo.ts";
import { folderContent } from "./folder.ts";

const PAGES = globSync("**/*.html", { cwd: DEMO_FOLDER });

describe.each(PAGES)("the page %s of the demo shop", (file) => {
  const html = readFileSync(join(DEMO_FOLDER, file), "utf8");
  const path = `/${file}`.replace(/index\.html$/, "");

  test("has its own path as its canonical link", () =>
    expect(
      [...html.matchAll(/<link rel="canonical" href="([^"]*)">/g)].map(([, href]) => href),
    ).toEqual([path]));

  test("has absolute links when it is served", async () => {
    const content = withAbsoluteLinks(folderContent(DEMO_FOLDER), "https://shop.example");
    const resource = (await content.find(path))!;
    const served = await new Response(resource.stream()).text();
    expect(served).toContain(`<link rel="canonical" href="https://shop.example${path}">`);
    expect(served).not.toMatch(/": "\//);
    expect(resource.size).toBe(new TextEncoder().encode(served).byteLength);
    expect(new TextDecoder().decode(await resource.bytes())).toBe(served);
  });

  test("has JSON-LD of schema.org", () => {
    const [, json] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)!;
    expect(JSON.parse(json!)).toMatchObject({ "@context": "https://schema.org" });
  });
});
