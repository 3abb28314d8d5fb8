import assert from "node:assert/strict";
import type { Content } from "../../core/index.ts";

/** A small site that a driver reads, and hands on it. */
export interface ContentRig {
  readonly content: Content;
  /** Changes a page, or adds one; resolves when the driver may be expected to see it. */
  put(path: string, html: string): Promise<void>;
  /** Another driver's view of a site that can't be reached. */
  unreachable(): Content;
  close(): Promise<void>;
}

/** Makes a site of these HTML pages, by path. */
export type ContentDriver = (pages: Readonly<Record<string, string>>) => Promise<ContentRig>;

/** One observable promise of the port. */
export interface ContentCheck {
  readonly name: string;
  run(driver: ContentDriver): Promise<void>;
}

const PAGES = {
  "/": "<title>Home</title>",
  "/docs/a.html": "<title>A</title><p>Ünder",
  "/docs/caf%C3%A9.html": "<title>Café</title>",
};

const check = (name: string, run: (rig: ContentRig) => Promise<void>): ContentCheck => ({
  name,
  async run(driver) {
    const rig = await driver(PAGES);
    try {
      await run(rig);
    } finally {
      await rig.close();
    }
  },
});

/** What every driver of the Content port must do. */
export const contentSuite: readonly ContentCheck[] = [
  check("lists the pages by path, in a stable order", async ({ content }) => {
    const paths = (await content.pages()).map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), Object.keys(PAGES).toSorted());
    assert.deepEqual(
      (await content.pages()).map(({ path }) => path),
      paths,
    );
  }),

  check("says in RFC 3339 when a page changed, or nothing", async ({ content }) => {
    for (const { modified } of await content.pages())
      if (modified) assert.equal(new Date(modified).toISOString(), modified);
  }),

  check("gives the same list until something has changed", async ({ content, put }) => {
    const before = await content.pages();
    assert.equal(await content.pages(), before);
    await put("/new.html", "<title>New</title>");
    await eventually(async () =>
      assert.ok((await content.pages()).some(({ path }) => path === "/new.html")),
    );
    assert.notEqual(await content.pages(), before);
    assert.equal(await content.pages(), await content.pages());
  }),

  check("finds what it lists, with its bytes, size and type", async ({ content }) => {
    for (const { path } of await content.pages()) {
      const found = await content.find(path);
      assert.equal(found?.path, path);
      const bytes = await found.bytes();
      assert.equal(new TextDecoder().decode(bytes), PAGES[path as keyof typeof PAGES]);
      assert.equal(found.size, bytes.byteLength);
      assert.match(found.type, /^text\/html/);
      assert.match(found.etag, /^(W\/)?".+"$/);
      assert.equal(new Date(found.modified).toISOString(), found.modified);
    }
  }),

  check("gives the bytes again, and in parts, both ends included", async ({ content }) => {
    const found = (await content.find("/docs/a.html"))!;
    assert.deepEqual(await found.bytes(), await found.bytes());
    assert.equal(await new Response(found.stream()).text(), PAGES["/docs/a.html"]);
    assert.equal(await new Response(found.stream(1, 5)).text(), "title");
  }),

  check("gives a page another ETag once it has changed", async ({ content, put }) => {
    const before = (await content.find("/docs/a.html"))!;
    assert.equal((await content.find("/docs/a.html"))!.etag, before.etag);
    await put("/docs/a.html", "<title>A, rewritten</title>");
    await eventually(async () => {
      const after = (await content.find("/docs/a.html"))!;
      assert.notEqual(after.etag, before.etag);
      assert.equal(new TextDecoder().decode(await after.bytes()), "<title>A, rewritten</title>");
    });
  }),

  check("finds nothing where nothing stands, and nothing outside", async ({ content }) => {
    for (const path of [
      "/none",
      "/docs/none.html",
      "/docs/..%2f..%2fetc/passwd",
      "/%2e%2e/",
      "/a%00b",
      "/docs/%5c..%5c",
      "/%E0%A4%A",
      "//other.example/",
    ]) {
      assert.equal(await content.find(path), undefined, path);
    }
  }),

  check("is unavailable while the site can't be reached", async ({ unreachable }) => {
    const content = unreachable();
    await assert.rejects(content.pages(), { name: "Problem", code: "unavailable" });
    await assert.rejects(content.find("/"), { name: "Problem", code: "unavailable" });
  }),
];

/** Tries until it holds, for up to 5 s. */
export async function eventually(holds: () => Promise<void>): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      return await holds();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
