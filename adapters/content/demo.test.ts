import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEMO_FOLDER } from "./demo.ts";

const PAGES = globSync("**/*.html", { cwd: DEMO_FOLDER });

describe.each(PAGES)("the page %s of the demo shop", (file) => {
  const html = readFileSync(join(DEMO_FOLDER, file), "utf8");
  const path = `/${file}`.replace(/index\.html$/, "");

  test("has its own path as its canonical link", () =>
    expect(
      [...html.matchAll(/<link rel="canonical" href="([^"]*)">/g)].map(([, href]) => href),
    ).toEqual([path]));

  test("has JSON-LD of schema.org", () => {
    const [, json] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)!;
    expect(JSON.parse(json!)).toMatchObject({ "@context": "https://schema.org" });
  });
});
