import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const IGNORED =
  /^(node_modules|dist|catalog|data)\/|\/(node_modules|demo|report)\/|fixtures\/site\//;

const documents = globSync("{*.md,*/**/*.md}", { cwd: ROOT })
  .filter((file) => !IGNORED.test(file))
  .sort();

const sources = globSync("{spec,core,adapters,conformance,generated}/**/*.{ts,tsp,mjs}", {
  cwd: ROOT,
}).map((source) => `/${source}`);

const readDocument = (file: string): string =>
  readFileSync(join(ROOT, file), "utf8").replaceAll(/```[\s\S]*?```/g, "");

/** The anchors of a document's headings, as GitHub derives them. */
const readAnchors = (file: string): string[] =>
  [...readDocument(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

describe.each(documents)("%s", (file) => {
  const text = readDocument(file);

  test("links to existing files and headings", () => {
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, url]) => url!)
      .filter((url) => !/^[a-z]+:|^\//.test(url))
      .filter((url) => {
        const [path = "", anchor] = url.split("#");
        const target = path === "" ? file : join(dirname(file), path);
        if (!existsSync(join(ROOT, target))) return true;
        return (
          anchor !== undefined && target.endsWith(".md") && !readAnchors(target).includes(anchor)
        );
      });
    expect(broken).toEqual([]);
  });

  if (!file.endsWith("README.md")) return;
  test("names existing source files", () => {
    const missing = [...text.matchAll(/`([\w./-]+\.(?:ts|tsp|mjs))`/g)]
      .map(([, path]) => path!.replace(/^(?:\.\.?\/)+/, ""))
      .filter((path) => !sources.some((source) => source.endsWith(`/${path}`)));
    expect(missing).toEqual([]);
  });
});
