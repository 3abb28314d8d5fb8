import { expect, it } from "vitest";
import { DEMO_FOLDER, DOCS_FOLDER } from "./demo.ts";
import { folderContent } from "./folder.ts";
import { mountContent } from "./mounted-content.ts";

const content = mountContent(folderContent(DEMO_FOLDER), "/docs/", folderContent(DOCS_FOLDER));

it("lists the pages of both sites sorted by path", async () => {
  const paths = (await content.listPages()).map(({ path }) => path);
  expect(paths).toContain("/docs/installation.html");
  expect(paths).toContain("/docs/settings.md");
  expect(paths).toEqual([...paths].sort());
  expect(new Set(paths).size).toBe(paths.length);
});

it("returns the same list until something changes", async () => {
  expect(await content.listPages()).toBe(await content.listPages());
});

it("finds the pages of both sites", async () => {
  expect((await content.find("/docs/"))?.type).toBe("text/html");
  expect((await content.find("/docs/settings.md"))?.path).toBe("/docs/settings.md");
  expect(await content.find("/settings.md")).toBeUndefined();
  expect(await content.find("/docs/../settings.md")).toBeUndefined();
});

it("resolves a path without its extension", async () => {
  expect((await content.find("/docs/settings"))?.path).toBe("/docs/settings.md");
  expect((await content.find("/docs/installation"))?.path).toBe("/docs/installation.html");
});
