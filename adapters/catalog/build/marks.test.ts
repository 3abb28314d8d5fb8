import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppEntry } from "../../../core/lib/openapi-tools/index.ts";
import type { Catalog } from "../../../core/ports/catalog.ts";
import { parseMark } from "../mark-file.ts";
import { readOwnMarks, withMarks } from "../own-marks.ts";
import { createTarball } from "./build-fixture.ts";
import { type FindMark, readMarks } from "./marks.ts";

const createSvg = (path: string) =>
  `<svg role="img" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg"><title>A</title><path d="${path}"/></svg>`;

const ICONS = [
  { title: "Acme", slug: "acme", source: "https://brand.acme.io/logo", aliases: { aka: ["Beta"] } },
  { title: "Beta", slug: "beta", source: "https://beta.example" },
  { title: "Dæta & Co", slug: "daeta", source: "https://daeta.example" },
  { title: "Closed", slug: "closed", source: "https://closed.io", license: { type: "custom" } },
  { title: "Drawn", slug: "drawn", source: "https://drawn.io" },
];
const PACKAGE = createTarball({
  "icons/acme.svg": createSvg("M1 1"),
  "icons/beta.svg": createSvg("M2 2"),
  "icons/daeta.svg": createSvg("M3 3"),
  "icons/closed.svg": createSvg("M4 4"),
  "icons/drawn.svg": createSvg("M5 5\u{0}<script>"),
  "data/simple-icons.json": JSON.stringify(ICONS),
});

const createApp = (app: Partial<AppEntry>) => ({
  slug: "acme",
  name: "Acme",
  vendor: "acme.io",
  verified: "unverified" as const,
  ...app,
});

describe("readMarks()", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-marks-"));
  let findMark: FindMark;
  beforeAll(async () => {
    const tarball = join(folder, "icons.tgz");
    writeFileSync(tarball, PACKAGE);
    findMark = await readMarks(tarball);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("finds the mark of the app's vendor by the app's name or ID", () => {
    expect(findMark(createApp({}), false)).toBe("M1 1");
    expect(findMark(createApp({ name: "The Acme API" }), false)).toBe("M1 1");
  });

  it("prefers a title to another icon's alias", () => {
    expect(findMark(createApp({ name: "Beta", vendor: "beta.example" }), false)).toBe("M2 2");
  });

  it("ignores an equal name of another vendor, unless a person has reviewed the app", () => {
    const namesake = createApp({ vendor: "acme-steel.example" });
    expect(findMark(namesake, false)).toBeUndefined();
    expect(findMark(namesake, true)).toBe("M1 1");
    expect(findMark({ ...namesake, verified: "reviewed" }, false)).toBe("M1 1");
  });

  it("compares names without accents and punctuation", () => {
    expect(findMark(createApp({ slug: "x", name: "Dæta&Co." }), true)).toBe("M3 3");
  });

  it("finds no mark with a restrictive license or with anything but a path", () => {
    expect(findMark(createApp({ slug: "x", name: "Closed" }), true)).toBeUndefined();
    expect(findMark(createApp({ slug: "x", name: "Drawn" }), true)).toBeUndefined();
  });
});

describe("parseMark()", () => {
  it("reads the path of an image with one path", () => {
    expect(parseMark(createSvg("M1 1z"))).toBe("M1 1z");
    expect(
      parseMark(
        '<?xml version="1.0"?>\n<svg viewBox="0 0 24 24">\n<path fill="#000" d="M1,1-2.5e3Z"></path>\n</svg>\n',
      ),
    ).toBe("M1,1-2.5e3Z");
  });

  it.each([
    ["another size", '<svg viewBox="0 0 32 32"><path d="M1 1"/></svg>'],
    ["two paths", '<svg viewBox="0 0 24 24"><path d="M1 1"/><path d="M1 1"/></svg>'],
    ["a script", '<svg viewBox="0 0 24 24"><script>1</script><path d="M1 1"/></svg>'],
    ["an event handler after the path", '<svg viewBox="0 0 24 24"><path d="M1 1" onload=x/></svg>'],
    ["markup in the path", '<svg viewBox="0 0 24 24"><path d="M1 1&quot;>"/></svg>'],
    ["an empty path", '<svg viewBox="0 0 24 24"><path d=""/></svg>'],
  ])("refuses %s", (_, svg) => {
    expect(parseMark(svg)).toBeUndefined();
  });
});

describe("withMarks()", () => {
  const catalog = {
    apps: [
      { slug: "acme", name: "Acme", hasMark: true },
      { slug: "beta", name: "Beta" },
    ],
    findApp: async (slug: string) => ({ slug, mark: slug === "acme" ? "M1 1" : undefined }),
  } as unknown as Catalog;

  it("changes nothing without own marks", () => {
    expect(withMarks(catalog, { own: new Map(), catalogMarks: true })).toBe(catalog);
  });

  it("replaces the catalog's marks by own ones", async () => {
    const marked = withMarks(catalog, { own: new Map([["beta", "M9 9"]]), catalogMarks: true });
    expect(marked.apps.map(({ hasMark }) => hasMark)).toEqual([true, true]);
    expect(marked.apps).toBe(marked.apps);
    expect((await marked.findApp("beta"))?.mark).toBe("M9 9");
    expect((await marked.findApp("acme"))?.mark).toBe("M1 1");
  });

  it("shows only own marks if those of the catalog are off", async () => {
    const marked = withMarks(catalog, { own: new Map([["beta", "M9 9"]]), catalogMarks: false });
    expect(marked.apps.map(({ hasMark }) => hasMark)).toEqual([false, true]);
    expect((await marked.findApp("acme"))?.mark).toBeUndefined();
  });
});

it("reads own marks from a folder and names files that aren't marks", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-marks-"));
  try {
    writeFileSync(join(folder, "acme.svg"), createSvg("M1 1"));
    writeFileSync(join(folder, "beta.svg"), "<svg></svg>");
    writeFileSync(join(folder, "notes.txt"), "");
    const messages: string[] = [];
    expect([...readOwnMarks(folder, (message) => messages.push(message))]).toEqual([
      ["acme", "M1 1"],
    ]);
    expect(messages).toEqual([expect.stringContaining("beta.svg: it isn't a mark.")]);
    expect(readOwnMarks(join(folder, "absent"), () => {}).size).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
