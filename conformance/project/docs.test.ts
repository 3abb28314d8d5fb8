import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMERCE_SETTINGS } from "../../adapters/config/commerce.ts";
import { PLATFORM_SETTINGS } from "../../adapters/config/platform.ts";
import { SHARED_SETTINGS } from "../../adapters/config/shared.ts";
import { SITE_SETTINGS } from "../../adapters/config/site.ts";
import { DOCS_FOLDER } from "../../adapters/content/demo.ts";
import { surfaces as platformSurfaces } from "../../core/platform/pages/index.ts";
import { surfaces as siteSurfaces } from "../../core/site/surfaces.ts";
import { table as platform } from "../../generated/platform/operations.ts";
import { table as site } from "../../generated/site/operations.ts";

const ROOT = join(import.meta.dirname, "../..");
const readDocs = (name: string) => readFileSync(join(DOCS_FOLDER, name), "utf8");

describe("the numbers of checked tools", () => {
  const { tools, levels } = JSON.parse(
    readFileSync(join(ROOT, "adapters/catalog/names.json"), "utf8"),
  ) as { tools: number; levels: Record<string, number> };
  const { refuted = 0, ...checked } = levels;
  const sum = Object.values(checked).reduce((total, count) => total + count, 0);
  const format = (count: number) => count.toLocaleString("en");

  it.each(Object.entries({ ...levels, compiled: tools - sum - refuted }))(
    "are recorded in the catalog page: %s",
    (level, count) =>
      expect(readDocs("catalog.md")).toContain(`| \`${level}\` | ${format(count)} |`),
  );

  it("are those of the README and the changelog", () => {
    expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(
      `Of the ${format(tools)} tools, ${format(sum)} are [checked`,
    );
    expect(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8")).toContain(
      `${format(sum)} of ${format(tools)} tools are checked. Search prefers them among equals, and puts the ${format(refuted)} that`,
    );
  });
});

describe("the generated pages", () => {
  const settings = readDocs("settings.md");
  const endpoints = readDocs("endpoints.md");
  const errors = readDocs("errors.md");

  it.each(
    Object.keys({
      ...SITE_SETTINGS,
      ...COMMERCE_SETTINGS,
      ...PLATFORM_SETTINGS,
      ...SHARED_SETTINGS,
    }),
  )("list the setting %s", (name) => {
    expect(settings).toMatch(new RegExp(`^\\| \`${name}\` \\| `, "m"));
  });

  it.each(
    Object.entries({
      ...site.operations,
      ...site.bindings,
      ...platform.operations,
    }),
  )("list the operation %s", (name, { method, path }) => {
    expect(endpoints).toContain(`| ${method.toUpperCase()} | \`${path}\` | \`${name}\` |`);
  });

  it.each([...siteSurfaces, ...platformSurfaces].map(({ path }) => path))(
    "list the document %s",
    (path) => {
      expect(endpoints).toContain(`| \`${path}\` |`);
    },
  );

  it.each(["site", "platform"])("give every error code of the %s a meaning", (service) => {
    const { components } = JSON.parse(
      readFileSync(join(ROOT, `generated/${service}/openapi.json`), "utf8"),
    );
    for (const code of components.schemas.ProblemCode.enum)
      expect(errors).toMatch(
        new RegExp(`^\\| \`${code}\` \\| \\d{3} \\| [^|]+ \\| [^|]{5,} \\| (yes|no) \\|$`, "m"),
      );
  });
});

describe("decisions", () => {
  const folder = join(ROOT, "spec/decisions");
  const names = readdirSync(folder).filter((name) => /^\d/.test(name));

  it.each(names)("say in 900 words what a later reader needs: %s", (name) => {
    const words = readFileSync(join(folder, name), "utf8").trim().split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(900);
  });

  it("have a status and a date", () => {
    const texts = names.map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
    const withStatus = /^Status: (?:accepted|superseded)\b.*\bDate: \d{4}-\d\d-\d\d/m;
    expect(texts.filter(([, text]) => !withStatus.test(text)).map(([name]) => name)).toEqual([]);
  });
});

describe("relative links in Markdown files", () => {
  const files = listFiles().filter(
    (file) => file.endsWith(".md") && !file.startsWith("conformance/fixtures/"),
  );

  it.each(files)("resolve in %s", (file) => {
    expect(findBrokenLinks(join(ROOT, file))).toEqual([]);
  });
});

describe("source files named in READMEs", () => {
  const sources = listFiles()
    .filter((file) => /\.(ts|tsp|mjs)$/.test(file))
    .map((file) => `/${file}`);

  it.each(listFiles().filter((file) => file.endsWith("README.md")))("exist for %s", (file) => {
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/```[\s\S]*?```/g, "");
    const missing = [...text.matchAll(/`([\w./-]+\.(?:ts|tsp|mjs))`/g)]
      .map(([, path = ""]) => path.replace(/^(?:\.\.?\/)+/, ""))
      .filter((path) => !sources.some((source) => source.endsWith(`/${path}`)));
    expect(missing).toEqual([]);
  });
});

/** The paths of all files in the repository, without ignored ones. */
function listFiles(): string[] {
  const options = { cwd: ROOT, encoding: "utf8" } as const;
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], options)
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(ROOT, file)));
}

function findBrokenLinks(file: string): string[] {
  return readLinks(file).filter((link) => {
    const [path = "", anchor] = link.split("#", 2);
    const target = path ? join(dirname(file), decodeURIComponent(path)) : file;
    if (relative(ROOT, target).startsWith("..") || !existsSync(target)) return true;
    if (anchor === undefined) return false;
    return statSync(target).isDirectory() || !readAnchors(target).has(anchor);
  });
}

/**
 * The targets of inline links and of link definitions, except absolute URLs and paths of a served
 * site.
 */
const readLinks = (file: string): string[] =>
  [
    ...withoutCode(readFileSync(file, "utf8")).matchAll(
      /\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|^\[[^\]]+\]: +(\S+)/gm,
    ),
  ]
    .map(([, inline, definition]) => inline ?? definition ?? "")
    .filter((link) => !/^([a-z][a-z\d+.-]*:|\/)/i.test(link));

/** The anchors that GitHub makes of headings. */
function readAnchors(file: string): Set<string> {
  const anchors = new Set<string>();
  const source = readFileSync(file, "utf8").replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
  for (const [, heading = ""] of source.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-");
    let unique = slug;
    for (let count = 1; anchors.has(unique); count++) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ""] of source.matchAll(/\bid="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^( *)(```|~~~)[\s\S]*?^ *\2/gm, "").replaceAll(/`[^`\n]*`/g, "");
